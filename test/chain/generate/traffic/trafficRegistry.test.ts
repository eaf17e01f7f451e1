import { describe, expect, it } from 'vitest'
import { trafficKinds } from '../../../../src/chain/generate/traffic/trafficRegistry.ts'
import { forkAt, isAtLeast } from '../../../../src/chain/protocol/forks.ts'
import { type Preset, presetNames } from '../../../../src/chain/spec/presets.ts'
import { resolveSpec } from '../../../../src/chain/spec/spec.ts'
import { growBranch } from '../../../support/growBranch.ts'
import { sized } from '../../../support/sized.ts'

const names = Object.keys(trafficKinds)

describe('the registry', () => {
  it('is sorted by name', () => {
    expect(names).toEqual(names.toSorted())
  })

  it.each(sized<readonly Preset[]>(['history', 'eras'], presetNames))(
    'includes in 128 blocks of %s every kind that its forks support',
    async (preset) => {
      for (const seed of sized(['first'], ['first', 'second', 'third', 'fourth'])) {
        const { progress, header } = await growBranch({ preset, seed })
        const { forks } = resolveSpec({ preset }).rules
        const newest = forkAt(forks, Number(header.number), Number(header.timestamp))
        const known = Object.entries(trafficKinds).filter(([, kind]) =>
          isAtLeast(newest, kind.since),
        )
        expect([...progress.seenKinds].toSorted()).toEqual(known.map(([name]) => name))
      }
    },
  )

  it.each(['cancun', 'prague', 'bpo1'] as const)(
    'includes blob transactions at realistic fees in a chain that starts with %s',
    async (fork) => {
      const { progress } = await growBranch({ forks: { [fork]: 0 }, blocks: 24 })
      expect([...progress.seenKinds]).toContain('blob-transfer')
    },
  )

  it('makes plain transfers and token transfers most of the traffic', () => {
    const share = (chosen: readonly (keyof typeof trafficKinds)[]) =>
      chosen.reduce((sum, name) => sum + trafficKinds[name].weight, 0) /
      Object.values(trafficKinds).reduce((sum, { weight }) => sum + weight, 0)
    const plain = share(['fee-market-transfer', 'legacy-transfer', 'unprotected-transfer'])
    expect(plain).toBeGreaterThan(0.6)
    const tokens = share(['token-transfer', 'access-list-transfer', 'token-approval'])
    expect(tokens).toBeGreaterThan(0.2)
  })
})
