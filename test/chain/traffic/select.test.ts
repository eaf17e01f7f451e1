import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { TrafficKind } from '../../../src/chain/traffic/kind.ts'
import { trafficKinds } from '../../../src/chain/traffic/registry.ts'
import { selectKind } from '../../../src/chain/traffic/select.ts'
import { Random } from '../../../src/primitives/random.ts'

const kind = (name: string, weight: number): TrafficKind => ({
  name,
  weight,
  since: 'chainstart',
  needsToken: false,
  draft: () => {
    throw new Error('not drafted here')
  },
})

describe('selectKind', () => {
  it('chooses by weight', () => {
    const kinds = [kind('one', 1), kind('three', 3), kind('six', 6)]
    const random = new Random('select')
    const counts = new Map<string, number>()
    for (let draw = 0; draw < 20_000; draw++) {
      const { name } = selectKind(kinds, random.uint32())
      counts.set(name, (counts.get(name) ?? 0) + 1)
    }
    // Five standard deviations of a binomial distribution with 20,000 draws are below 350.
    expect(Math.abs((counts.get('one') ?? 0) - 2000)).toBeLessThan(350)
    expect(Math.abs((counts.get('three') ?? 0) - 6000)).toBeLessThan(350)
    expect(Math.abs((counts.get('six') ?? 0) - 12_000)).toBeLessThan(350)
  })

  it('lets an added kind take places, and never swaps the others', () => {
    fc.assert(
      fc.property(
        fc.string({ minLength: 1 }),
        fc.integer({ min: 1, max: 50 }),
        fc.nat(0xffffffff),
        (name, weight, place) => {
          fc.pre(trafficKinds.every((each) => each.name !== name))
          const chosen = selectKind([...trafficKinds, kind(name, weight)], place)
          if (chosen.name !== name) expect(chosen).toBe(selectKind(trafficKinds, place))
        },
      ),
    )
  })

  it('does not depend on the order of the kinds', () => {
    fc.assert(
      fc.property(fc.nat(0xffffffff), (place) => {
        expect(selectKind(trafficKinds.toReversed(), place)).toBe(selectKind(trafficKinds, place))
      }),
    )
  })
})

describe('the registry', () => {
  it('is sorted by name, without doubles', () => {
    const names = trafficKinds.map(({ name }) => name)
    expect(names).toEqual([...new Set(names)].toSorted())
  })
})
