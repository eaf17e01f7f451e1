import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { anvilPath, installAnvil, isAnvilInstalled } from '../bench/anvilPackage.ts'
import { byNode, type NodeCommand } from './foreignNode.ts'

/** Ganache and Hardhat have a package.json of their own because they take 370 MB: only this script installs them. */
const packages = fileURLToPath(new URL('packages/', import.meta.url))

/** The nodes to record. */
export const nodes: readonly NodeCommand[] = [
  {
    name: 'anvil',
    folder: packages,
    program: [anvilPath],
    args: (port) => ['--port', String(port), '--silent'],
  },
  {
    name: 'ganache',
    folder: packages,
    program: byNode(`${packages}node_modules/ganache/dist/node/cli.js`),
    args: (port) => ['--server.port', String(port), '--wallet.deterministic', '--logging.quiet'],
  },
  {
    name: 'hardhat',
    folder: packages,
    program: byNode(`${packages}node_modules/hardhat/internal/cli/bootstrap.js`),
    args: (port) => ['--config', 'hardhat.config.cjs', 'node', '--port', String(port)],
  },
]

/**
 * Installs the nodes that are missing.
 *
 * @param only the only one that is needed
 */
export function installNodes(only?: 'anvil'): void {
  if (!isAnvilInstalled()) installAnvil()
  if (only === 'anvil') return
  if (nodes.every(({ program: [, script = ''] }) => existsSync(script))) return
  console.error('installing Ganache and Hardhat (370 MB) ...')
  // On Windows npm is a script, which needs a shell.
  execFileSync('npm ci', { cwd: packages, shell: true, stdio: ['ignore', 'ignore', 'inherit'] })
}
