import fc from 'fast-check'
import { expect, it } from 'vitest'
import { succeeded } from '../../../../src/chain/calls/parity/frames.ts'
import type { Trace } from '../../../../src/chain/calls/parity/trace.ts'
import { repeated } from '../../../support/sized.ts'

interface Tree {
  readonly fails: boolean
  readonly inside: readonly Tree[]
}

const { tree } = fc.letrec<{ tree: Tree }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 4 },
    fc.record({ fails: fc.boolean(), inside: fc.constant([]) }),
    fc.record({ fails: fc.boolean(), inside: fc.array(tie('tree'), { maxLength: 3 }) }),
  ),
}))

/** The traces of a tree of frames, in order, and those that should be left of them. */
function tracesOf(
  { fails, inside }: Tree,
  traceAddress: readonly number[] = [],
  isLost = false,
): readonly (readonly [Trace, boolean])[] {
  const trace = { traceAddress, ...(fails && { error: 'Reverted' }) } as Trace
  return [
    [trace, !isLost && !fails],
    ...inside.flatMap((each, index) => tracesOf(each, [...traceAddress, index], isLost || fails)),
  ]
}

it('leaves out frames that failed, and all frames in them', () => {
  fc.assert(
    fc.property(tree, (each) => {
      const traces = tracesOf(each)
      expect(succeeded(traces.map(([trace]) => trace))).toEqual(
        traces.flatMap(([trace, isLeft]) => (isLeft ? [trace] : [])),
      )
    }),
    { numRuns: repeated(200, 5000) },
  )
})

it('takes one look at each of many', () => {
  const failed = Array.from({ length: 100_000 }, (_, index) => ({
    traceAddress: [index],
    error: 'Reverted',
  }))
  expect(succeeded(failed as unknown as Trace[])).toEqual([])
})
