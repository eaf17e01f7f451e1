import * as v from 'valibot'
import { BLOCKS_MAX } from '../../endpoint/advance.ts'
import type { Change } from '../../endpoint/changes.ts'
import { EndpointMoveError, readArgument } from '../../endpoint/moveError.ts'
import type { Hex } from '../../primitives/hex.ts'
import { either, wholeNumber } from '../../primitives/input.ts'
import type { BlockPosition } from '../blockPosition.ts'
import type { MoveOf } from '../move.ts'
import { hashInFile, height } from '../parameters.ts'
import { oneBlock } from '../results.ts'

export interface AdvanceTo {
  /**
   * Moves the head forward to a number, or to any block of any branch by its hash.
   *
   * @throws {EndpointMoveError} if the block does not exist, or the number is behind the head; CLOSED as for `mine`
   * @throws {ReadOnlyChainError} as for `mine`
   */
  advanceTo(block: number | Hex): Promise<BlockPosition>
}

export interface AdvanceToSteps {
  /** Moves the head forward to a number, or to any block by its hash. */
  readonly advanceTo: number | Hex
}

const notBlock = ({ input }: { readonly input: unknown }): string =>
  `want the number of a block, or its hash, have ${typeof input}`

// `run` finds out which blocks exist. The format is checked here for scenarios, which are files.
const anyHash = v.pipe(
  v.string(notBlock),
  v.transform((text) => text as Hex),
)

const IN_FILE = 'want the number of a block, or in quotes its hash, in lower case'

export const advanceTo: MoveOf<AdvanceTo, AdvanceToSteps> = {
  name: 'advanceTo',
  effect: 'mines',
  group: 'Blocks',
  summary: 'Moves the head forward to a number, or to any block of any branch by its hash.',
  isLong: true,
  parameters: [
    {
      name: 'block',
      description: 'A number of at least that of the head, or the hash of a block.',
      schema: either((value) => typeof value === 'number', height, anyHash),
    },
  ],
  async run(endpoint, [block], { pause }) {
    if (typeof block === 'string') {
      endpoint.moveTo(block)
      return endpoint.head
    }
    const { number } = endpoint.head
    readArgument(wholeNumber(0, number + BLOCKS_MAX), block, 'block')
    if (block < number) {
      const problem = `block ${block} is behind the head, block ${number}: roll back by ${number - block}, or give its hash`
      throw new EndpointMoveError('BEHIND_HEAD', problem)
    }
    await endpoint.forward(block - number, { pause })
    endpoint.stay()
    return endpoint.head
  },
  result: oneBlock,
  steps: {
    advanceTo: {
      summary: 'Moves the head forward to a number, or to any block by its hash.',
      schema: either(Number.isSafeInteger, height, hashInFile(IN_FILE)),
    },
  },
  toStep: ([block]) => ({
    advanceTo: typeof block === 'string' ? (block.toLowerCase() as Hex) : block,
  }),
  journal: { findsBlock: ([block]) => typeof block === 'string' },
}

/** The move to a block that the head has followed the chain to. */
export function advancedTo(block: number | Hex): Change {
  return { move: advanceTo.name, args: [block] }
}
