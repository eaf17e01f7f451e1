import { homedir } from 'node:os'
import { ExportError } from '../formats/folder/exportError.ts'
import { contains, requireOurFolder } from '../formats/folder/ourFolder.ts'

/**
 * Makes sure that `--out` names a folder that may be written or replaced, and not the user's home.
 *
 * @throws {ExportError}
 */
export async function requireOutFolder(folder: string): Promise<void> {
  await requireOurFolder(folder)
  if (await contains(folder, homeFolder())) {
    throw new ExportError(folder, 'it is your home folder, or one above it: name another')
  }
}

/** Not every user has one. */
function homeFolder(): string {
  try {
    return homedir()
  } catch {
    return ''
  }
}
