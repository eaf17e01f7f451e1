import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** Anvil has a package.json of its own because it takes 40 MB: only those who ask for it install it. */
const folder = fileURLToPath(new URL('anvil/', import.meta.url))

/** The script that starts Anvil, if it is installed. */
export const anvilPath = fileURLToPath(
  new URL('anvil/node_modules/@foundry-rs/anvil/bin.mjs', import.meta.url),
)

export function isAnvilInstalled(): boolean {
  return existsSync(anvilPath)
}

export function installAnvil(): void {
  // On Windows npm is a script, which needs a shell.
  execFileSync('npm ci', { cwd: folder, shell: true, stdio: ['ignore', process.stderr, 'inherit'] })
}
