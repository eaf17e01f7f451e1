import type { SealedBlock } from '../encoding/block.ts'
import type { ChainCore } from '../genesis/beginChain.ts'
import { InvalidPendingBlockError, rethrowAs } from './besideMain.ts'
import { importBlock } from './importBlock.ts'

/**
 * Makes sure that a candidate for the next block is what comes out when it is run on the head.
 *
 * @throws {InvalidPendingBlockError}
 */
export async function checkPending(beginning: ChainCore, pending: SealedBlock): Promise<void> {
  const { tree, archive } = beginning
  const { sealed } = await rethrowAs(InvalidPendingBlockError, async () =>
    importBlock(beginning, await archive.get(tree.head), pending.rlp),
  )
  for (const name of ['receiptsRlp', 'senders'] as const) {
    if (!Buffer.from(sealed[name]).equals(pending[name])) {
      const problem = 'they are not those that come out when it is run'
      throw new InvalidPendingBlockError(sealed.number, name, problem)
    }
  }
  for (const name of ['totalDifficulty', 'blobGasPrice'] as const) {
    if (sealed[name] !== pending[name]) {
      const problem = `it is ${pending[name]}, but ought to be ${sealed[name]}`
      throw new InvalidPendingBlockError(sealed.number, name, problem)
    }
  }
}
