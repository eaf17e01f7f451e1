import { replayedBlock } from '../../chain/calls/replay/replayedBlock.ts'
import type { SealedBlock } from '../../chain/encoding/block.ts'
import { transactionHashes } from '../../chain/encoding/transactionHashes.ts'
import { hasCode } from '../../chain/state/emptyAccount.ts'
import { PartlyUnknownError } from '../../chain/state/partlyUnknownError.ts'
import { accountAt } from '../../chain/state/stateReads.ts'
import type { Hex } from '../../primitives/hex.ts'
import { requireParent } from '../debugTraces.ts'
import type { SlicePause } from '../longWork.ts'
import type { MethodContext } from '../method.ts'
import { runCallAfter } from '../runCall.ts'

interface ContractCreator {
  /** of the transaction */
  readonly hash: Hex
  /** the account or contract that created it */
  readonly creator: Hex
}

/**
 * Who created a contract; undefined for what is no contract, and for contracts of genesis or set by hand. The block is found
 * by the states of ever fewer blocks, and only its transactions run again.
 *
 * @throws {PartlyUnknownError} on a fork, if it was created before the first block of the chain
 */
export function contractCreator(
  context: MethodContext,
  address: Hex,
): Promise<ContractCreator | undefined> {
  const { view, runLong, service } = context
  return runLong(async (pause) => {
    const block = await firstWithCode(context, address, pause)
    if (block === undefined) return undefined
    const { earlier, tree } = view.chain
    if (block === tree.first) {
      if (earlier === undefined) return undefined
      throw new PartlyUnknownError(`an index of the contracts before its block ${block.number}`)
    }
    const creation = await runCallAfter(context, requireParent(context, block), 'creation', {
      block: replayedBlock(block),
      account: address,
      bytesMax: service.logLimits.bytesMax,
    })
    if (creation === undefined) return undefined
    const hash = transactionHashes(block)[creation.index] as Hex
    return { hash, creator: creation.creator }
  })
}

/** The first block after which an account has code; undefined if it has none after the last. */
async function firstWithCode(
  { view }: MethodContext,
  address: Hex,
  pause: SlicePause,
): Promise<SealedBlock | undefined> {
  // The head may move while states are computed.
  const blockAt = view.canonicalChain()
  let [low, high] = [view.chain.tree.first.number, view.head.number]
  const isContract = async (number: number): Promise<boolean> => {
    const block = blockAt(number)
    if (block === undefined) return false
    const account = accountAt(await view.chain.states.after(block, pause), address)
    return account !== undefined && hasCode(account)
  }
  if (!(await isContract(high))) return undefined
  while (low < high) {
    const middle = (low + high) >>> 1
    if (await isContract(middle)) high = middle
    else low = middle + 1
  }
  return blockAt(high)
}
