import type { Chain } from '../chain/chain.ts'
import type { SealedBlock } from '../chain/encoding/block.ts'
import { decodeBlockLazily } from '../chain/encoding/decode.ts'
import type { ChainSpec } from '../chain/spec/spec.ts'
import type { DialectName } from '../endpoint/dialects/dialect.ts'
import { type Hex, toQuantity } from '../primitives/hex.ts'
import type { ExportSource } from './exportSource.ts'
import type { FormatName } from './formatNames.ts'
import { TreeSlice } from './treeSlice.ts'

/** In the place of a form's name where a folder holds several forms, each in a folder of its own. */
export const SEVERAL = 'several'

/** Of what this version writes, and the highest that it reads. */
export const FORMAT_VERSION = 1

/** A block, by which a reader knows that it has the right one. */
export interface BlockName {
  readonly number: number
  readonly hash: Hex
}

/** What a fixture says of itself. */
export interface Manifest {
  readonly format: FormatName
  /** of the form: it counts up when a reader of the one before could not read it */
  readonly formatVersion: number
  /** the version of ommer that wrote it */
  readonly ommer: string
  /** what genesis, accounts and rules follow from; null where the chain was not generated */
  readonly spec: ChainSpec | null
  readonly seed: string | null
  /** null where it is not known */
  readonly chainId: number | null
  /** as which blocks are written; null where they are as some provider wrote them */
  readonly dialect: DialectName | null
  /** the numbers of the first and the last block of the main branch */
  readonly from: number
  readonly to: number
  /** the sum of difficulties up to the parent of the first block: QUANTITY; null where it is not known */
  readonly totalDifficultyBefore: Hex | null
  readonly head: BlockName
  readonly tags: Readonly<Record<'latest' | 'earliest' | 'safe' | 'finalized', BlockName | null>>
  /** how far, in blocks, tags lie behind the head; null where there is no such block whatever the head */
  readonly finality: { readonly safe: number | null; readonly finalized: number | null }
}

/** What the fixture of a source says of itself. */
export function manifestOf(source: ExportSource, format: FormatName): Manifest {
  const { chain, from, to, version } = source
  const nameOf = (number: number): BlockName | null => {
    const block = number < from ? undefined : chain.tree.byNumber(number)
    return block === undefined ? null : { number, hash: block.hash }
  }
  const first = chain.tree.byNumber(from)
  const { safe, finalized } = chain.finality
  return {
    format,
    formatVersion: FORMAT_VERSION,
    ommer: version,
    spec: specOf(chain),
    seed: chain.isGenerated ? chain.spec.seed : null,
    chainId: chain.chainId,
    dialect: holdsForeign(source) ? null : source.dialect.name,
    from,
    to,
    totalDifficultyBefore: first === undefined ? null : before(first),
    head: nameOf(to) as BlockName,
    tags: {
      latest: nameOf(to),
      earliest: nameOf(from),
      safe: nameOf(to - safe),
      finalized: nameOf(to - finalized),
    },
    finality: { safe: finiteOrNull(safe), finalized: finiteOrNull(finalized) },
  }
}

/** Whether there is a block that is written as somebody else wrote it, whatever the dialect. */
function holdsForeign(source: ExportSource): boolean {
  const { first, head, sideBlocks } = new TreeSlice(source.chain.tree, source)
  for (let number = first.number; number <= head.number; number++) {
    if (source.chain.tree.byNumber(number)?.recorded !== undefined) return true
  }
  return sideBlocks.some(({ recorded }) => recorded !== undefined)
}

/** The spec as `createChain` takes it; it leads to the blocks, too, where none was written by hand. */
function specOf({ isGenerated, spec, tree }: Chain): ChainSpec | null {
  if (!isGenerated) return null
  const { rules: _, seedKey: __, ...rest } = spec
  const chosen = Object.entries(rest).filter(([, value]) => value !== undefined)
  return { ...Object.fromEntries(chosen), blocks: tree.head.number }
}

/** What comes before a block, in total difficulty. */
function before(block: SealedBlock): Hex | null {
  if (block.recorded !== undefined) return null
  return toQuantity(block.totalDifficulty - decodeBlockLazily(block).header.difficulty)
}

function finiteOrNull(distance: number): number | null {
  return Number.isFinite(distance) ? distance : null
}
