import type { Step } from '../../scenario/step.ts'

/** The same step on a chain that is so many blocks shorter: the blocks that it waits for move with the head. */
export function shiftBlocks(step: Step, by: number): Step {
  if (!('waitFor' in step) || typeof step.waitFor.block !== 'number') return step
  return { ...step, waitFor: { ...step.waitFor, block: Math.max(0, step.waitFor.block - by) } }
}
