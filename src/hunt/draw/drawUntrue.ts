import type { Fault } from '../../faults/fault.ts'
import type { FaultRule } from '../../faults/faultRule.ts'
import type { Step } from '../../scenario/step.ts'
import { canHappen, setFaults } from './drawFaults.ts'
import { drawWait } from './drawWait.ts'
import type { Situation } from './event.ts'

/**
 * How many untrue answers to a method follow each other. Each is for another call, so that several are tried at once; a client
 * that takes one for true makes no more calls.
 */
const RULES_MAX = 6

/** Untrue answers to one method, in any order, and blocks that show them; undefined if none of these faults can happen. */
export function drawUntrue(
  situation: Situation,
  method: string,
  faults: readonly Fault[],
): readonly Step[] | undefined {
  const { random } = situation
  const rules: FaultRule[] = []
  const left = [...faults]
  const count = random.between(1, RULES_MAX)
  while (rules.length < count && left.length > 0) {
    const [fault] = left.splice(random.below(left.length), 1) as [Fault]
    // By its number: one that changes nothing must not keep others from it.
    const rule = { methods: method, calls: rules.length + 1, fault }
    if (canHappen(rule)) rules.push(rule)
  }
  if (rules.length === 0) return undefined
  return [...drawWait(situation), ...setFaults(situation, rules), { mine: random.between(1, 3) }]
}
