import { reorgLength } from '../../moves/kinds/reorg.ts'
import type { Step } from '../../scenario/step.ts'

/** How steps move the head of an endpoint, in blocks above where it was before them. */
export interface HeadMoves {
  readonly head: number
  /** the highest it was in between */
  readonly peak: number
  /** the newest block that no step has removed */
  readonly kept: number
}

/** What steps do to the head of a node. Steps without an endpoint are for it. */
export function headMoves(steps: readonly Step[], node: string): HeadMoves {
  let [head, peak, kept] = [0, 0, 0]
  const snapshots = new Map<string, number>()
  for (const step of steps) {
    if (step.endpoint !== undefined && step.endpoint !== node) continue
    if ('snapshot' in step) snapshots.set(step.snapshot, head)
    else if ('revert' in step) head = snapshots.get(step.revert) ?? head
    else if ('rollback' in step) head -= step.rollback
    else if ('mine' in step) head += typeof step.mine === 'number' ? step.mine : step.mine.count
    else if ('reorg' in step) {
      const { depth = 0 } = step.reorg
      kept = Math.min(kept, head - depth)
      head += reorgLength({ ...step.reorg, depth }) - depth
    }
    peak = Math.max(peak, head)
    kept = Math.min(kept, head)
  }
  return { head, peak, kept }
}
