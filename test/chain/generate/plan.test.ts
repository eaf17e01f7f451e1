import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createParticipants } from '../../../src/chain/generate/participants.ts'
import {
  drawTransactionCount,
  drawUncleDepths,
  MAIN_BRANCH,
  planBlock,
} from '../../../src/chain/generate/plan.ts'
import { UNCLE_DEPTH_MAX } from '../../../src/chain/protocol/uncles.ts'
import { resolveSpec } from '../../../src/chain/spec/spec.ts'

const keys = (seed: string, count: number) =>
  Array.from({ length: count }, (_, index) => ({
    spec: resolveSpec({ seed }),
    branch: MAIN_BRANCH,
    number: index + 1,
  }))

describe('drawUncleDepths', () => {
  it('gives one block in each window of eight uncles, at depths that the protocol allows', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), (seed) => {
        const depths = keys(seed, 97).map(drawUncleDepths)
        expect(depths[0]).toEqual([])
        for (let start = 1; start < 97; start += 8) {
          const withUncles = depths.slice(start, start + 8).filter((each) => each.length > 0)
          expect(withUncles).toHaveLength(1)
        }
        for (const [index, each] of depths.entries()) {
          expect(each.length).toBeLessThanOrEqual(2)
          for (const depth of each) {
            expect(depth).toBeGreaterThanOrEqual(1)
            expect(depth).toBeLessThanOrEqual(Math.min(UNCLE_DEPTH_MAX, index))
          }
        }
        expect(depths.some((each) => each.length === 2)).toBe(true)
        expect(new Set(depths.flat())).toEqual(new Set([1, 2, 3, 4, 5, 6]))
      }),
    )
  })
})

describe('drawUncleDepths at the rate of a spec', () => {
  const blocksWithUncles = (part: number, whole: number) => {
    const spec = resolveSpec({ uncleRate: [part, whole] })
    const depths = Array.from({ length: 800 }, (_, index) =>
      drawUncleDepths({ spec, branch: MAIN_BRANCH, number: index + 1 }),
    )
    return depths.filter((each) => each.length > 0).length
  }

  it('gives every, no, or about the requested part of blocks uncles', () => {
    expect(blocksWithUncles(0, 1)).toBe(0)
    // Block 1 cannot have an uncle.
    expect(blocksWithUncles(1, 1)).toBe(799)
    expect(Math.abs(blocksWithUncles(1, 4) - 200)).toBeLessThan(60)
  })
})

describe('drawTransactionCount', () => {
  it('gives empty blocks, and one block in 32 with 50 or more transactions', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), (seed) => {
        const counts = keys(seed, 129).map(drawTransactionCount)
        expect(counts.filter((count) => count >= 50)).toHaveLength(4)
        expect(counts).toContain(0)
      }),
      { numRuns: 50 },
    )
  })

  it('stays in the range of the spec', () => {
    const spec = resolveSpec({ transactionsPerBlock: [3, 5] })
    const counts = Array.from({ length: 60 }, (_, number) =>
      drawTransactionCount({ spec, branch: MAIN_BRANCH, number }),
    )
    expect(new Set(counts)).toEqual(new Set([3, 4, 5]))
  })
})

describe('planBlock', () => {
  it('depends on seed, branch and number only', () => {
    const spec = resolveSpec({ seed: 'a' })
    const participants = createParticipants(spec)
    const plan = planBlock({ spec, branch: 'main', number: 5 }, participants)
    expect(planBlock({ spec, branch: 'main', number: 5 }, participants)).toEqual(plan)
    for (const other of [
      planBlock({ spec: resolveSpec({ seed: 'b' }), branch: 'main', number: 5 }, participants),
      planBlock({ spec, branch: 'other', number: 5 }, participants),
      planBlock({ spec, branch: 'main', number: 6 }, participants),
    ]) {
      expect(other.mixHash).not.toEqual(plan.mixHash)
    }
  })

  it('stays in the block times of the spec', () => {
    const spec = resolveSpec({ blockSeconds: [11, 13] })
    const participants = createParticipants(spec)
    const seconds = Array.from(
      { length: 60 },
      (_, number) => planBlock({ spec, branch: 'main', number }, participants).secondsAfterParent,
    )
    expect(new Set(seconds)).toEqual(new Set([11, 12, 13]))
  })
})
