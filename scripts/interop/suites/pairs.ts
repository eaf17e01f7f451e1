import type { NodeCommand } from '../foreignNode.ts'
import { findGeth, GETH_MISSING } from '../geth/gethProgram.ts'
import { nodes } from '../nodes.ts'
import { ommerAnvil, ommerDev } from '../ommerNode.ts'
import { NotInstalledError } from '../project.ts'

/** A node for which suites are written. */
export type OtherName = 'Anvil' | 'geth'

/** Another node, and ommer as its users start it instead. */
export interface Pair {
  readonly other: NodeCommand
  readonly ommer: NodeCommand
}

/** @throws {NotInstalledError} if the machine has neither geth nor Go */
export function pairOf(name: OtherName): Pair {
  if (name === 'geth') return { other: gethDev(), ommer: ommerDev('--dialect', 'geth', '--silent') }
  return { other: nodes.find((node) => node.name === 'anvil') as NodeCommand, ommer: ommerAnvil() }
}

/** Starts `geth --dev` with a database in its memory. */
function gethDev(): NodeCommand {
  const geth = findGeth()
  if (geth === undefined) throw new NotInstalledError(GETH_MISSING)
  const apis = ['--http', '--http.api', 'admin,debug,web3,eth,txpool,net,miner']
  const alone = ['--port', '0', '--nodiscover', '--authrpc.port', '0', '--ipcdisable']
  return {
    name: 'geth',
    folder: '.',
    program: [geth, '--dev', ...apis, ...alone, '--rpc.txfeecap', '0', '--verbosity', '1'],
    args: (port) => ['--http.port', String(port)],
  }
}
