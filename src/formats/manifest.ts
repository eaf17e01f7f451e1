import { type ContractSummary, summaryOf } from '../chain/contracts/contract.ts'
import type { SealedBlock } from '../chain/encoding/block.ts'
import { decodeBlockLazily } from '../chain/encoding/decode.ts'
import type { Irregularity } from '../chain/encoding/irregularity.ts'
import type { BlobForks } from '../chain/protocol/rules.ts'
import type { ChainSpec } from '../chain/spec/spec.ts'
import type { DialectName } from '../endpoint/dialects/dialects.ts'
import { type Hex, toQuantity } from '../primitives/hex.ts'
import { contractsOf } from './contractsOf.ts'
import type { ExportedChain } from './exportedChain.ts'
import type { ExportSource } from './exportSource.ts'
import type { FormatName } from './formatNames.ts'
import { TreeSlice } from './treeSlice.ts'

/** Replaces the format's name in the manifest of a folder that has a folder for each of several formats. */
export const SEVERAL = 'several'

/** The version that is written, and the highest that can be read. */
export const FORMAT_VERSION = 1

/** Identifies a block. */
export interface BlockName {
  readonly number: number
  readonly hash: Hex
}

/** The description of a fixture, in the fixture itself. */
export interface Manifest {
  readonly format: FormatName
  /** increases whenever older readers cannot read the format */
  readonly formatVersion: number
  /** the version of ommer that wrote it */
  readonly ommer: string
  /** determines genesis, accounts and rules; null if the chain was not generated */
  readonly spec: ChainSpec | null
  readonly seed: string | null
  /** null if unknown */
  readonly chainId: number | null
  /** the dialect of the blocks; null if some are written as another node wrote them */
  readonly dialect: DialectName | null
  /** numbers of the first and the last block of the main branch */
  readonly from: number
  readonly to: number
  /** the sum of difficulties up to the parent of the first block, as a QUANTITY; null if unknown */
  readonly totalDifficultyBefore: Hex | null
  readonly head: BlockName
  readonly tags: Readonly<Record<'latest' | 'earliest' | 'safe' | 'finalized', BlockName | null>>
  /** how many blocks each tag is behind the head; null for a tag that is always absent */
  readonly finality: { readonly safe: number | null; readonly finalized: number | null }
  /** what other nodes would not accept on the branch of the head; absent if they accept all of it */
  readonly irregular?: Irregularity
  /** the forks that blocks may have, as the recorded node's prices of blobs show; absent where it has none */
  readonly blobForks?: BlobForks
  /** those that exist at the head, oldest first; absent in a recording */
  readonly contracts?: readonly ContractSummary[]
}

/** Describes the fixture of a source. */
export function manifestOf(source: ExportSource, format: FormatName): Manifest {
  const { chain, from, to, version } = source
  const nameOf = (number: number): BlockName | null => {
    const block = number < from ? undefined : chain.tree.byNumber(number)
    return block === undefined ? null : { number, hash: block.hash }
  }
  const first = chain.tree.byNumber(from)
  const { safe, finalized } = chain.finality
  const irregularity = chain.tree.byNumber(to)?.irregularity
  return {
    format,
    formatVersion: FORMAT_VERSION,
    ommer: version,
    spec: specOf(chain),
    seed: chain.isGenerated ? chain.spec.seed : null,
    chainId: chain.chainId,
    dialect: hasRecordedBlock(source) ? null : source.dialect.name,
    from,
    to,
    totalDifficultyBefore: first === undefined ? null : difficultyBefore(first),
    head: nameOf(to) as BlockName,
    tags: {
      latest: nameOf(to),
      earliest: nameOf(from),
      safe: nameOf(to - safe),
      finalized: nameOf(to - finalized),
    },
    finality: { safe: finiteOrNull(safe), finalized: finiteOrNull(finalized) },
    ...(irregularity && { irregular: irregularity }),
    contracts: contractsOf(source).map(summaryOf),
  }
}

/** Whether a block is written as another node wrote it, whatever the dialect. */
function hasRecordedBlock(source: ExportSource): boolean {
  const { first, head, sideBlocks } = new TreeSlice(source.chain.tree, source)
  for (let number = first.number; number <= head.number; number++) {
    if (source.chain.tree.byNumber(number)?.recorded !== undefined) return true
  }
  return sideBlocks.some(({ recorded }) => recorded !== undefined)
}

/** The spec for `createChain`, which makes the same blocks unless some were built by hand. */
function specOf({ isGenerated, spec, tree }: ExportedChain): ChainSpec | null {
  if (!isGenerated) return null
  const { rules: _, seedKey: __, ...rest } = spec
  const chosen = Object.entries(rest).filter(([, value]) => value !== undefined)
  return { ...Object.fromEntries(chosen), blocks: tree.head.number }
}

/** The total difficulty before a block. */
function difficultyBefore(block: SealedBlock): Hex | null {
  if (block.recorded !== undefined) return null
  return toQuantity(block.totalDifficulty - decodeBlockLazily(block).header.difficulty)
}

function finiteOrNull(distance: number): number | null {
  return Number.isFinite(distance) ? distance : null
}
