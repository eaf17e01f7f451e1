import type { Chain } from '../chain/chain.ts'
import { decodeTransactions } from '../chain/encoding/decode.ts'
import { isImpersonated } from '../chain/encoding/impersonation.ts'
import { rawTransaction } from '../chain/encoding/rawItems.ts'
import { messageOf } from '../primitives/errors.ts'
import { type Hex, toHex } from '../primitives/hex.ts'
import { readQuantity } from '../record/quantity.ts'
import { ForkError } from './forkError.ts'
import { type ReadBlock, readNetworkBlock } from './pin.ts'
import { readChainId } from './readRules.ts'
import type { Upstream } from './upstream.ts'

/** A transaction of a network, with its block. */
export interface FoundTransaction {
  readonly block: ReadBlock
  readonly index: number
}

/**
 * Finds a transaction of a network by its hash.
 *
 * @throws {ForkError} if no block has it, or it is of the first one
 */
export async function findTransaction(upstream: Upstream, hash: Hex): Promise<FoundTransaction> {
  const chainId = await readChainId(upstream)
  const found = await upstream.get('eth_getTransactionByHash', hash)
  const number = readQuantity(Object(found).blockNumber)
  if (number === undefined || number === 0)
    throw new ForkError(`no block of the network has ${hash}`, 'transaction')
  const block = await readNetworkBlock(upstream, chainId, number)
  const index = block.transactionHashes.indexOf(hash)
  if (index >= 0) return { block, index }
  throw new ForkError(`block ${number}, which the node names, does not have ${hash}`, 'transaction')
}

/**
 * Adds a block to a chain that was forked from the parent of a transaction's block: with the same time and miner, and the
 * transactions up to this one.
 *
 * @throws {ForkError} if one of them cannot be repeated
 */
export async function repeatUpTo(
  chain: Chain,
  { block: { json, sealed }, index }: FoundTransaction,
): Promise<void> {
  const unsigned = decodeTransactions(sealed).findIndex(isImpersonated)
  if (unsigned !== -1 && unsigned <= index) {
    const problem = `transaction ${unsigned} of block ${sealed.number} is of an impersonated account, and cannot be repeated`
    throw new ForkError(problem, 'transaction')
  }
  try {
    await chain.build(1, async (author) => {
      author.setTimestamp(Number(json.timestamp))
      author.setMiner(json.miner as Hex)
      for (let at = 0; at <= index; at++) {
        await author.addRaw(toHex(rawTransaction(sealed, at) as Uint8Array))
      }
    })
  } catch (cause) {
    throw new ForkError(messageOf(cause), 'transaction', { cause })
  }
}
