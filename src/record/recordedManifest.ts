import type { BlobForks } from '../chain/protocol/rules.ts'
import type { FolderManifest } from '../formats/folder/folderManifest.ts'
import { type BlockName, FORMAT_VERSION } from '../formats/manifest.ts'
import { type Hex, toQuantity } from '../primitives/hex.ts'
import type { RecordingPlan } from './recordingPlan.ts'
import type { RecordingSummary } from './recordingSummary.ts'

/** What a recording's manifest is made from, beside its plan. */
export interface RecordedChain extends RecordingSummary {
  /** hash of a block in the range */
  readonly hashOf: (number: number) => Hex
  /** the chain id that the transactions state */
  readonly chainId: number | undefined
  readonly blobForks: BlobForks
  /** of ommer */
  readonly version: string
}

/** The manifest of a complete recording. */
export function recordedManifest(plan: RecordingPlan, recorded: RecordedChain): FolderManifest {
  const { from, to, safe, finalized } = plan
  const { totalDifficultyBefore: before } = recorded
  const nameOf = (number: number): BlockName | null =>
    number < from ? null : { number, hash: recorded.hashOf(number) }
  const nameBehind = (distance: number | null) => (distance === null ? null : nameOf(to - distance))
  return {
    format: 'json',
    formatVersion: FORMAT_VERSION,
    ommer: recorded.version,
    spec: null,
    seed: null,
    chainId: plan.chainId ?? recorded.chainId ?? null,
    dialect: null,
    from,
    to,
    totalDifficultyBefore: before === undefined ? null : toQuantity(before),
    head: { number: to, hash: recorded.hashOf(to) },
    tags: {
      latest: nameOf(to),
      earliest: nameOf(from),
      safe: nameBehind(safe),
      finalized: nameBehind(finalized),
    },
    finality: { safe, finalized },
    ...(recorded.blobForks.length > 0 && { blobForks: recorded.blobForks }),
    files: recorded.files,
  }
}
