import { execSync } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))

/**
 * Packs the built package as for publishing.
 *
 * @returns the path of the tarball
 */
export function packPackage(folder: string): string {
  const output = execSync(`npm pack ./dist --silent --pack-destination "${folder}"`, {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  return join(folder, output.trim().split('\n').at(-1) as string)
}
