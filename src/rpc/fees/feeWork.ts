import type { SealedBlock } from '../../chain/encoding/block.ts'
import { storedBytes } from '../../chain/encoding/storedBlock.ts'
import type { RunLong } from '../longWork.ts'
import type { TipCache } from './tipCache.ts'

/** Work in steps, each of which takes far less than a millisecond or decodes one block. It yields the bytes it holds. */
export type Steps<T> = Generator<number, T, void>

/** How many bytes of blocks are decoded at once: about a millisecond. */
const IMMEDIATE_BYTES = 32_768

/** How many blocks whose tips are cached, or not needed, are read at once: about a millisecond. */
const IMMEDIATE_BLOCKS = 128

/** Whether work on the tips of blocks is short enough to be done at once. */
export function isShort(blocks: readonly SealedBlock[], tips: TipCache | undefined): boolean {
  if (blocks.length > IMMEDIATE_BLOCKS) return false
  if (tips === undefined) return true
  let bytes = 0
  for (const block of blocks) {
    if (tips.has(block)) continue
    bytes += storedBytes(block)
    if (bytes > IMMEDIATE_BYTES) return false
  }
  return true
}

/** Does work at once if it is short, or else in time slices. */
export function doSteps<T>(steps: Steps<T>, isShort: boolean, runLong: RunLong): T | Promise<T> {
  if (!isShort) {
    return runLong(async (pause) => {
      for (let step = steps.next(); ; step = steps.next()) {
        if (step.done) return step.value
        const paused = pause(step.value)
        if (paused !== undefined) await paused
      }
    })
  }
  for (let step = steps.next(); ; step = steps.next()) if (step.done) return step.value
}
