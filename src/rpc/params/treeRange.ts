import * as v from 'valibot'
import { consistent, object, wholeNumber } from '../../primitives/input.ts'
import { ownParameter } from './ownParameter.ts'

/** How many block numbers one call may cover. */
const TREE_RANGE_MAX = 256

/** A range of block numbers, which includes both ends. */
const range = v.pipe(
  object(
    { from: wholeNumber(0), to: wholeNumber(0) },
    { member: 'member', wanted: 'an object such as { "from": 0, "to": 63 }' },
  ),
  consistent(({ from, to }) => {
    if (from > to) return { path: [], problem: `from, ${from}, is greater than to, ${to}` }
    if (to - from < TREE_RANGE_MAX) return undefined
    const problem = `a range has at most ${TREE_RANGE_MAX} numbers, have ${to - from + 1}`
    return { path: [], problem }
  }),
)

export const treeRange = ownParameter(
  'range',
  `The numbers of the blocks, both ends included; at most ${TREE_RANGE_MAX} of them.`,
  range,
)
