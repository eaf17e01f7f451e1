import type { FolderManifest } from '../formats/folder/folderManifest.ts'
import { type BlockName, FORMAT_VERSION } from '../formats/manifest.ts'
import { type Hex, toQuantity } from '../primitives/hex.ts'
import type { RecordingPlan } from './recordingPlan.ts'
import type { Survey } from './survey.ts'

/** What is known of a recording once it is complete. */
export interface RecordedFacts extends Survey {
  /** of a block in the range */
  readonly hashOf: (number: number) => Hex
  /** as the transactions have it */
  readonly chainId: number | undefined
  /** of ommer */
  readonly version: string
}

/** What the fixture says of itself. */
export function recordedManifest(plan: RecordingPlan, facts: RecordedFacts): FolderManifest {
  const { from, to, safe, finalized } = plan
  const { totalDifficultyBefore: before } = facts
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
    totalDifficultyBefore: before === undefined ? null : toQuantity(before),
    head: { number: to, hash: facts.hashOf(to) },
    tags: {
      latest: nameOf(to),
      earliest: nameOf(from),
      safe: behind(safe),
      finalized: behind(finalized),
    },
    finality: { safe, finalized },
    files: facts.files,
  }
}
