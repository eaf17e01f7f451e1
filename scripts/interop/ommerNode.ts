import { anvilPath, cliPath, packageFolder } from '../build/built.ts'
import { byNode, type NodeCommand } from './foreignNode.ts'

/** Starts `ommer-anvil`, from the built package. */
export function ommerAnvil(): NodeCommand {
  return {
    name: 'ommer anvil',
    folder: packageFolder,
    program: byNode(anvilPath),
    args: (port) => ['--port', String(port), '--silent'],
  }
}

/** Starts `ommer --dev` as its users do, from the built package. */
export function ommerDev(...options: readonly string[]): NodeCommand {
  return {
    name: 'ommer',
    folder: packageFolder,
    program: byNode(cliPath),
    args: (port) => ['--dev', '--port', String(port), ...options],
  }
}
