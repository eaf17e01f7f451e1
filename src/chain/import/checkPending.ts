import type { SealedBlock } from '../encoding/block.ts'
import type { ChainCore } from '../genesis/chainCore.ts'
import { importBlock } from './importBlock.ts'
import { InvalidPendingBlockError, rethrowAs } from './invalidBlockErrors.ts'

/**
 * Runs a candidate for the next block on the head, and checks that the result is equal.
 *
 * @throws {InvalidPendingBlockError}
 */
export async function checkPending(core: ChainCore, pending: SealedBlock): Promise<void> {
  const { tree, archive } = core
  const { sealed, state } = await rethrowAs(InvalidPendingBlockError, async () =>
    importBlock(core, await archive.get(tree.head), pending.rlp),
  )
  for (const name of ['receiptsRlp', 'senders'] as const) {
    if (!Buffer.from(sealed[name]).equals(pending[name])) {
      const problem = 'they differ from those that running the block gives'
      throw new InvalidPendingBlockError(sealed.number, name, problem)
    }
  }
  for (const name of ['totalDifficulty', 'blobGasPrice'] as const) {
    if (sealed[name] !== pending[name]) {
      const problem = `it is ${pending[name]}, but must be ${sealed[name]}`
      throw new InvalidPendingBlockError(sealed.number, name, problem)
    }
  }
  archive.states.addCandidate(pending, state)
}
