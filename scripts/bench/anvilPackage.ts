import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** Where Anvil's own package.json is. It weighs 40 MB, so that it is there for those alone who ask for it. */
const folder = fileURLToPath(new URL('anvil/', import.meta.url))

/** The script that starts Anvil, once it is installed. */
export const anvilPath = fileURLToPath(
  new URL('anvil/node_modules/@foundry-rs/anvil/bin.mjs', import.meta.url),
)

export function isAnvilInstalled(): boolean {
  return existsSync(anvilPath)
}

export function installAnvil(): void {
  // A shell, since npm is a script on Windows.
  execFileSync('npm ci', { cwd: folder, shell: true, stdio: ['ignore', process.stderr, 'inherit'] })
}
