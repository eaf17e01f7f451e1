import type { FaultRule } from '../../faults/faultRule.ts'
import type { Step } from '../../scenario/step.ts'

/** The same step on a chain that is so many blocks shorter: the blocks that it is about move with the head. */
export function shiftBlocks(step: Step, by: number): Step {
  const shifted = (block: number): number => Math.max(0, block - by)
  if ('setFaults' in step) {
    const rules = step.setFaults.map((rule) => ({ ...rule, ...shiftedBlocks(rule, shifted) }))
    return { ...step, setFaults: rules }
  }
  if ('advanceTo' in step && typeof step.advanceTo === 'number') {
    return { ...step, advanceTo: shifted(step.advanceTo) }
  }
  if (!('waitFor' in step) || typeof step.waitFor.block !== 'number') return step
  return { ...step, waitFor: { ...step.waitFor, block: shifted(step.waitFor.block) } }
}

function shiftedBlocks(
  { blocks }: FaultRule,
  shifted: (block: number) => number,
): Pick<FaultRule, 'blocks'> {
  if (blocks === undefined) return {}
  if (typeof blocks === 'number') return { blocks: shifted(blocks) }
  if ('length' in blocks) return { blocks: blocks.map(shifted) }
  const { from, to } = blocks
  return { blocks: { from: shifted(from), ...(to !== undefined && { to: shifted(to) }) } }
}
