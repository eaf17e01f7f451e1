import type { SealedBlock } from '../../chain/encoding/block.ts'
import { type FeeHeader, feeHeaderOf } from '../../chain/encoding/recordedFees.ts'
import { UnknownFeeError } from '../../chain/encoding/unknownFeeError.ts'
import { baseFeeAfter } from '../../chain/protocol/baseFee.ts'
import {
  blobBaseFee,
  blobLimits,
  excessBlobGasAfter,
  GAS_PER_BLOB,
} from '../../chain/protocol/blobGas.ts'
import { type ForkName, type ForkSchedule, forkNames } from '../../chain/protocol/forks.ts'
import type { BlobForks, Rules } from '../../chain/protocol/rules.ts'
import type { BlockTree } from '../../chain/store/tree.ts'

export const FORKS_WITH_BLOBS = forkNames.slice(forkNames.indexOf('cancun'))

/** Headers do not show which of these forks a block has. */
const SINCE_PRAGUE = forkNames.slice(forkNames.indexOf('prague'))

/** The forks of a block, as far as its header, its parent and its receipts show them. */
interface Evidence {
  readonly number: number
  /** the first fork with the fields of the header */
  readonly fork: ForkName
  /** in the order of the protocol; those whose blobs would have this price; undefined before Cancun */
  readonly blobForks: readonly ForkName[] | undefined
  readonly followsEip1559: boolean
}

/**
 * The rules of a recorded chain, as far as its blocks show them. The block after the last one is taken for one of the
 * same fork.
 *
 * @param blobForks that the node has shown
 */
export function inferRules(tree: BlockTree, chainId: number, blobForks: BlobForks = []): Rules {
  const evidence: Evidence[] = []
  let parent: FeeHeader | undefined
  for (let { number } = tree.first; number <= tree.head.number; number++) {
    const block = tree.byNumber(number) as SealedBlock
    const header = readable(block)
    const shown = blobForks.findLast(({ from }) => from <= number)?.forks
    evidence.push(evidenceOf(number, header, { parent, price: block.blobGasPrice, shown }))
    parent = header
  }
  const inferred = {
    followsEip1559: evidence.every(({ followsEip1559 }) => followsEip1559),
    blobForks: blobForkRuns(
      evidence.flatMap(({ number, blobForks: forks }) =>
        forks === undefined ? [] : [{ number, forks }],
      ),
    ),
  }
  return { chainId, genesisTimestamp: 0, forks: forksOf(evidence), inferred }
}

function readable(block: SealedBlock): FeeHeader | undefined {
  try {
    return feeHeaderOf(block)
  } catch (error) {
    if (error instanceof UnknownFeeError || block.recorded !== undefined) return undefined
    throw error
  }
}

interface Surroundings {
  readonly parent: FeeHeader | undefined
  /** in wei per blob gas, from the receipts; 0 without blobs */
  readonly price: bigint
  /** the forks that the node has shown */
  readonly shown: readonly ForkName[] | undefined
}

function evidenceOf(
  number: number,
  header: FeeHeader | undefined,
  surroundings: Surroundings,
): Evidence {
  if (header === undefined) {
    return { number, fork: 'chainstart', blobForks: undefined, followsEip1559: true }
  }
  const fork = forkOf(header)
  const { parent } = surroundings
  const follows =
    parent?.baseFeePerGas === undefined || header.baseFeePerGas === baseFeeAfter(parent)
  const candidates = fork === 'prague' ? SINCE_PRAGUE : [fork]
  const isPossible = (each: ForkName) => isPossibleFork(each, header, surroundings)
  const blobForks = header.excessBlobGas === undefined ? undefined : candidates.filter(isPossible)
  return { number, fork, blobForks, followsEip1559: follows }
}

function forkOf(header: FeeHeader): ForkName {
  if (header.requestsHash !== undefined) return 'prague'
  if (header.excessBlobGas !== undefined) return 'cancun'
  if (header.withdrawalsRoot !== undefined) return 'shanghai'
  if (header.baseFeePerGas === undefined) return 'chainstart'
  return header.difficulty === 0n ? 'paris' : 'london'
}

function isPossibleFork(
  fork: ForkName,
  { excessBlobGas = 0n, blobGasUsed = 0n }: FeeHeader,
  { parent, price, shown }: Surroundings,
): boolean {
  const limits = blobLimits(fork)
  if (limits === undefined || blobGasUsed > GAS_PER_BLOB * BigInt(limits.max)) return false
  if (shown?.includes(fork) === false) return false
  if (price > 0n && blobBaseFee(excessBlobGas, limits) !== price) return false
  return parent === undefined || excessBlobGas === excessBlobGasAfter(parent, fork, limits)
}

/** When the forks begin that headers show. */
function forksOf(evidence: readonly Evidence[]): ForkSchedule {
  const forks: { name: ForkName; at: { block: number } }[] = [
    { name: 'chainstart', at: { block: 0 } },
  ]
  for (const { number, fork } of evidence) {
    const known = forks.at(-1) as (typeof forks)[number]
    if (forkNames.indexOf(fork) > forkNames.indexOf(known.name)) {
      forks.push({ name: fork, at: { block: number } })
    }
  }
  return forks
}

/**
 * The runs of blocks that may have the same forks: no fork begins before an earlier one ends.
 *
 * @param possible forks of blocks with blob gas, ascending, each by itself
 */
export function blobForkRuns(
  possible: readonly { readonly number: number; readonly forks: readonly ForkName[] }[],
): BlobForks {
  const order = (fork: ForkName) => forkNames.indexOf(fork)
  const last = possible.map((): number => forkNames.length)
  for (let index = possible.length - 2; index >= 0; index--) {
    const next = last[index + 1] as number
    const fork = possible[index + 1]?.forks.findLast((each) => order(each) <= next)
    last[index] = fork === undefined ? next : order(fork)
  }
  const runs: { from: number; forks: readonly ForkName[] }[] = []
  let first = 0
  for (const [index, { number, forks }] of possible.entries()) {
    const left = forks.filter(
      (fork) => order(fork) >= first && order(fork) <= (last[index] as number),
    )
    first = left[0] === undefined ? first : order(left[0])
    if (runs.at(-1)?.forks.join() !== left.join()) runs.push({ from: number, forks: left })
  }
  return runs
}
