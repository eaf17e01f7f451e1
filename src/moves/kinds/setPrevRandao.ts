import { mergeBlock } from '../../chain/protocol/forks.ts'
import { EndpointMoveError } from '../../endpoint/moveError.ts'
import type { Hex } from '../../primitives/hex.ts'
import type { MoveOf } from '../move.ts'
import { alwaysTrue, nothing } from '../results.ts'
import { setHeader } from '../setHeader.ts'
import { word } from '../stateParameters.ts'

export interface SetPrevRandao {
  /**
   * Sets the randomness of the next block, which PREVRANDAO returns (EIP-4399).
   *
   * @param value DATA, 32 bytes
   * @throws {EndpointMoveError} NOT_WRITABLE without `dev`; INVALID_ARGUMENT if the next block is before the merge
   */
  setPrevRandao(value: Hex): Promise<void>
}

export interface SetPrevRandaoSteps {
  /** Sets the randomness of the next block. */
  readonly setPrevRandao: Hex
}

const parameters = [word('value', '32 bytes in hex.')] as const

export const setPrevRandao: MoveOf<SetPrevRandao, SetPrevRandaoSteps> = {
  name: 'setPrevRandao',
  effect: 'setsNextBlock',
  group: 'Time and the next block',
  summary: 'Sets the randomness of the next block, which PREVRANDAO returns.',
  parameters,
  run(endpoint, [prevRandao]) {
    const { head, chain } = endpoint
    const merge = mergeBlock(chain.rules.forks) ?? Number.POSITIVE_INFINITY
    if (head.number + 1 < merge) {
      const problem = `block ${head.number + 1} is before the merge, so it has no randomness`
      throw new EndpointMoveError('INVALID_ARGUMENT', problem)
    }
    setHeader(endpoint, { prevRandao })
  },
  result: nothing,
  aliases: [
    {
      names: ['hardhat_setPrevRandao', 'anvil_setPrevRandao', 'anvil_setNextBlockPrevRandao'],
      parameters,
      result: alwaysTrue,
    },
  ],
  steps: { setPrevRandao: { schema: parameters[0].schema } },
}
