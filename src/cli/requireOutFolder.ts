import { homedir } from 'node:os'
import { ExportError } from '../formats/folder/exportError.ts'
import { contains, requireReplaceableFolder } from '../formats/folder/replaceableFolder.ts'

/**
 * Requires `--out` to name a folder that may be written or replaced, and that does not contain the user's home folder.
 *
 * @throws {ExportError}
 */
export async function requireOutFolder(folder: string): Promise<void> {
  await requireReplaceableFolder(folder)
  if (await contains(folder, homeFolder())) {
    throw new ExportError(folder, 'it is your home folder, or one above it: name another')
  }
}

/** Empty for a user without one. */
function homeFolder(): string {
  try {
    return homedir()
  } catch {
    return ''
  }
}
