import { type BlockName, FORMAT_VERSION, type Manifest } from '../fixtures/manifest.ts'
import { type Hex, toQuantity } from '../primitives/hex.ts'
import type { RecordingPlan } from './recordingPlan.ts'

/** What is known of a recording once it is complete. */
export interface RecordedFacts {
  /** of a block in the range */
  readonly hashOf: (number: number) => Hex
  readonly chainId: number | undefined
  /** as JSON */
  readonly firstBlock: Readonly<Record<string, unknown>>
  /** of ommer */
  readonly version: string
}

/** What the fixture says of itself. */
export function recordedManifest(plan: RecordingPlan, facts: RecordedFacts): Manifest {
  const { from, to, safe, finalized } = plan
  const nameOf = (number: number): BlockName | null =>
    number < from ? null : { number, hash: facts.hashOf(number) }
  const behind = (distance: number | null) => (distance === null ? null : nameOf(to - distance))
  return {
    format: 'json',
    formatVersion: FORMAT_VERSION,
    ommer: facts.version,
    spec: null,
    seed: null,
    chainId: plan.chainId ?? facts.chainId ?? null,
    dialect: null,
    from,
    to,
    totalDifficultyBefore: totalDifficultyBefore(facts.firstBlock),
    head: { number: to, hash: facts.hashOf(to) },
    tags: {
      latest: nameOf(to),
      earliest: nameOf(from),
      safe: behind(safe),
      finalized: behind(finalized),
    },
    finality: { safe, finalized },
  }
}

/** Providers have stopped to state it, and then nobody knows: but at genesis nothing comes before. */
function totalDifficultyBefore(block: RecordedFacts['firstBlock']): Hex | null {
  const [total, difficulty] = [readBigInt(block.totalDifficulty), readBigInt(block.difficulty)]
  if (total !== undefined && difficulty !== undefined && total >= difficulty) {
    return toQuantity(total - difficulty)
  }
  return readBigInt(block.number) === 0n ? '0x0' : null
}

function readBigInt(value: unknown): bigint | undefined {
  const isQuantity = typeof value === 'string' && /^0x[\da-f]{1,64}$/i.test(value)
  return isQuantity ? BigInt(value) : undefined
}
