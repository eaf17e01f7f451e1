import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import type { NodeCommand } from '../foreignNode.ts'
import { NotInstalledError } from '../project.ts'

/**
 * Writes a program `anvil` that starts a node, for suites that start Anvil themselves.
 *
 * @returns the environment in which it is found
 * @throws {NotInstalledError} on Windows
 */
export function anvilInPath(copy: string, node: NodeCommand): { readonly PATH: string } {
  if (process.platform === 'win32') throw new NotInstalledError('needs a POSIX shell')
  const folder = join(copy, 'suite-bin')
  mkdirSync(folder, { recursive: true })
  const program = join(folder, 'anvil')
  writeFileSync(
    program,
    `#!/bin/sh\nexec ${node.program.map((word) => `'${word}'`).join(' ')} "$@"\n`,
  )
  chmodSync(program, 0o755)
  return { PATH: `${folder}${delimiter}${process.env.PATH}` }
}
