import type { Hex } from '../../primitives/hex.ts'
import type { MoveOf } from '../move.ts'
import { alwaysTrue, nothing } from '../results.ts'
import { setHeader } from '../setHeader.ts'
import { address } from '../stateParameters.ts'

export interface SetCoinbase {
  /**
   * Sets who receives the fees of new blocks, and before the merge their rewards.
   *
   * @param address DATA, 20 bytes
   * @throws {EndpointMoveError} NOT_WRITABLE without `dev`
   */
  setCoinbase(address: Hex): Promise<void>
}

export interface SetCoinbaseSteps {
  /** Sets who receives the fees of new blocks. */
  readonly setCoinbase: Hex
}

const parameters = [address] as const

export const setCoinbase: MoveOf<SetCoinbase, SetCoinbaseSteps> = {
  name: 'setCoinbase',
  effect: 'setsNextBlock',
  group: 'Time and the next block',
  summary: 'Sets who receives the fees of new blocks.',
  parameters,
  run(endpoint, [miner]) {
    setHeader(endpoint, { miner })
  },
  result: nothing,
  aliases: [
    { names: ['anvil_setCoinbase', 'ganache_setCoinbase'], parameters, result: nothing },
    { names: ['hardhat_setCoinbase'], parameters, result: alwaysTrue },
  ],
  steps: { setCoinbase: { schema: address.schema } },
}
