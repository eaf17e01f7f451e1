import { blobBaseFee, blobLimits, GAS_PER_BLOB } from '../chain/protocol/blobGas.ts'
import type { ForkName } from '../chain/protocol/forks.ts'
import type { BlobForks } from '../chain/protocol/rules.ts'
import { blobForkRuns, FORKS_WITH_BLOBS } from '../formats/json/inferRules.ts'
import { toQuantity } from '../primitives/hex.ts'
import { callIfSupported } from './nodeStatus.ts'
import { readBigInt, readQuantity } from './quantity.ts'
import type { RpcClient } from './rpc/rpcClient.ts'

/** How many blocks a fee history covers at most: geth's limit. */
const HISTORY_MAX = 1024

/** What the header of a block says about blobs, in blob gas. */
export interface BlobGas {
  readonly used: bigint
  readonly excess: bigint
}

/** What a node says about the blobs of a block. */
interface BlobFees {
  /** in wei per blob gas */
  readonly price: bigint
  /** the part of its blob gas limit that the block uses */
  readonly ratio: number
}

/**
 * Which forks blocks with blobs may have. Not all forks show in headers, but prices and limits of blobs depend on them,
 * which a node says in its fee history.
 *
 * @param blobs by number of the block, ascending
 * @returns empty if no block has blob gas, or the node has no fee history
 */
export async function readBlobForks(
  client: RpcClient,
  blobs: ReadonlyMap<number, BlobGas>,
): Promise<BlobForks> {
  const fees = await readFees(client, [...blobs.keys()])
  const possible = [...blobs].flatMap(([number, gas]) => {
    const ofBlock = fees.get(number)
    if (ofBlock === undefined) return []
    return [{ number, forks: FORKS_WITH_BLOBS.filter((fork) => explains(fork, gas, ofBlock)) }]
  })
  return blobForkRuns(possible)
}

function explains(fork: ForkName, { used, excess }: BlobGas, { price, ratio }: BlobFees): boolean {
  const limits = blobLimits(fork)
  if (limits === undefined || blobBaseFee(excess, limits) !== price) return false
  return used === 0n || Math.round(Number(used / GAS_PER_BLOB) / ratio) === limits.max
}

/** @param numbers of blocks, ascending */
async function readFees(
  client: RpcClient,
  numbers: readonly number[],
): Promise<ReadonlyMap<number, BlobFees>> {
  const fees = new Map<number, BlobFees>()
  for (const number of numbers.toReversed()) {
    if (fees.has(number)) continue
    const count = toQuantity(Math.min(HISTORY_MAX, number - (numbers[0] as number) + 1))
    const params = [count, toQuantity(number), []]
    const history = Object(await callIfSupported(client, 'eth_feeHistory', params))
    const oldest = readQuantity(history.oldestBlock)
    const { baseFeePerBlobGas: prices, blobGasUsedRatio: ratios } = history
    if (oldest === undefined || !Array.isArray(prices) || !Array.isArray(ratios)) break
    for (const [index, ratio] of ratios.entries()) {
      const price = readBigInt(prices[index])
      if (price !== undefined) fees.set(oldest + index, { price, ratio: Number(ratio) })
    }
    // It has no older ones.
    if (!fees.has(number)) break
  }
  return fees
}
