import { describe, expect, it } from 'vitest'
import { createChain } from '../../../../src/chain/createChain.ts'
import {
  deployers,
  requireFeasibleTraffic,
} from '../../../../src/chain/generate/traffic/requireFeasibleTraffic.ts'
import { resolveSpec, type TrafficWeights } from '../../../../src/chain/spec/spec.ts'
import { type KindName, kindNames } from '../../../../src/chain/spec/trafficKindNames.ts'
import { growBranch } from '../../../support/growBranch.ts'

/** Switches off all kinds except the given ones. */
function only(...names: KindName[]): TrafficWeights {
  return Object.fromEntries(kindNames.map((name) => [name, names.includes(name) ? 1 : 0]))
}

describe('requireFeasibleTraffic', () => {
  it('accepts feasible traffic', () => {
    for (const traffic of [{}, only('burst'), only('token-creation', 'token-transfer')]) {
      expect(() => requireFeasibleTraffic(resolveSpec({ traffic }))).not.toThrow()
    }
    const silent = resolveSpec({ traffic: only(), transactionsPerBlock: [0, 0] })
    expect(() => requireFeasibleTraffic(silent)).not.toThrow()
  })

  it.each<[string, TrafficWeights]>([
    ['traffic', only()],
    ['traffic', { ...only('blob-transfer') }],
    ['traffic.token-transfer', { 'token-transfer': 5, 'token-creation': 0, 'legacy-creation': 0 }],
    ['traffic.pool-creation', only('pool-swap', 'pool-creation')],
  ])('refuses infeasible traffic at %s', async (path, traffic) => {
    const made = createChain({ preset: 'pow', blocks: 1, traffic })
    await expect(made).rejects.toThrow(expect.objectContaining({ code: 'INVALID_SPEC', path }))
  })

  it('knows which kinds deploy contracts that others call', async () => {
    for (const [role, names] of Object.entries(deployers)) {
      for (const name of names) {
        const needed = name === 'pool-creation' ? (['token-creation'] as const) : []
        const { progress } = await growBranch({
          preset: 'amsterdam',
          blocks: 12,
          transactionsPerBlock: [2, 2],
          traffic: only(name, ...needed),
        })
        expect(progress.contracts[role as keyof typeof deployers].length).toBeGreaterThan(0)
      }
    }
  })
})
