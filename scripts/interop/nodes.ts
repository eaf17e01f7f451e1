import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { anvilPath, installAnvil, isAnvilInstalled } from '../bench/anvilPackage.ts'
import type { NodeCommand } from './foreignNode.ts'

/** Where Ganache's and Hardhat's package.json is. They weigh 370 MB, so that they are there for who asks for them. */
const packages = fileURLToPath(new URL('packages/', import.meta.url))

/** The nodes that are recorded. */
export const nodes: readonly NodeCommand[] = [
  {
    name: 'anvil',
    folder: packages,
    script: anvilPath,
    args: (port) => ['--port', String(port), '--silent'],
  },
  {
    name: 'ganache',
    folder: packages,
    script: `${packages}node_modules/ganache/dist/node/cli.js`,
    args: (port) => ['--server.port', String(port), '--wallet.deterministic', '--logging.quiet'],
  },
  {
    name: 'hardhat',
    folder: packages,
    script: `${packages}node_modules/hardhat/internal/cli/bootstrap.js`,
    args: (port) => ['--config', 'hardhat.config.cjs', 'node', '--port', String(port)],
  },
]

/** Installs those that are not there yet. */
export function installNodes(): void {
  if (!isAnvilInstalled()) installAnvil()
  if (nodes.every(({ script }) => existsSync(script))) return
  console.error('installing Ganache and Hardhat (370 MB) ...')
  // A shell, since npm is a script on Windows.
  execFileSync('npm ci', { cwd: packages, shell: true, stdio: ['ignore', 'ignore', 'inherit'] })
}
