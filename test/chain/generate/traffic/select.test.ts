import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { selectKind } from '../../../../src/chain/generate/traffic/select.ts'
import { trafficKinds } from '../../../../src/chain/generate/traffic/trafficRegistry.ts'
import { Random } from '../../../../src/primitives/random.ts'

const registered = Object.entries(trafficKinds).map(([name, { weight }]) => ({ name, weight }))

describe('selectKind', () => {
  it('chooses by weight', () => {
    const kinds = [
      { name: 'one', weight: 1 },
      { name: 'three', weight: 3 },
      { name: 'six', weight: 6 },
    ]
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

  it('replaces some choices when a kind is added, and never swaps the others', () => {
    fc.assert(
      fc.property(
        fc.string({ minLength: 1 }),
        fc.integer({ min: 1, max: 1000 }),
        fc.nat(0xffffffff),
        (name, weight, ticket) => {
          fc.pre(registered.every((each) => each.name !== name))
          const chosen = selectKind([...registered, { name, weight }], ticket)
          if (chosen.name !== name) expect(chosen).toBe(selectKind(registered, ticket))
        },
      ),
    )
  })

  it('does not depend on the order of the kinds', () => {
    fc.assert(
      fc.property(fc.nat(0xffffffff), (ticket) => {
        expect(selectKind(registered.toReversed(), ticket)).toBe(selectKind(registered, ticket))
      }),
    )
  })
})
