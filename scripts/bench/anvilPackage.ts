import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Anvil has a package.json of its own because it takes 40 MB: only those who ask for it install it. */
const folder = fileURLToPath(new URL('anvil/', import.meta.url))

const arch = process.arch === 'x64' ? 'amd64' : process.arch
const extension = process.platform === 'win32' ? '.exe' : ''

/** The program, if it is installed. The script of the package would leave it running where that one is killed. */
export const anvilPath = join(
  folder,
  `node_modules/@foundry-rs/anvil-${process.platform}-${arch}/bin/anvil${extension}`,
)

export function isAnvilInstalled(): boolean {
  return existsSync(anvilPath)
}

export function installAnvil(): void {
  // On Windows npm is a script, which needs a shell.
  execFileSync('npm ci', { cwd: folder, shell: true, stdio: ['ignore', process.stderr, 'inherit'] })
}
