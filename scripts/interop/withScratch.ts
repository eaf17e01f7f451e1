import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * Runs something with a new folder for its files, and then removes the folder.
 *
 * @param name of the folder, without `ommer-`
 */
export async function withScratch(
  name: string,
  run: (folder: string) => Promise<void>,
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), `ommer-${name}-`))
  try {
    await run(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
