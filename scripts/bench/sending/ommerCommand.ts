import { byNode, type NodeCommand } from '../../interop/foreignNode.ts'
import { CHAIN_ID } from './rawTransfers.ts'

/** The options of Anvil and ommer for the chain to which is sent. */
export const CHAIN = ['--chain-id', String(CHAIN_ID)]

/** @param script the built command line */
export function ommerCommand(script: string): NodeCommand {
  return {
    name: 'ommer',
    folder: '.',
    program: byNode(script),
    args: (port) => ['--port', String(port), '--dev', '--no-cache', ...CHAIN],
  }
}
