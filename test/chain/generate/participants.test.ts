import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createParticipants } from '../../../src/chain/generate/participants.ts'
import { resolveSpec } from '../../../src/chain/spec/spec.ts'

describe('createParticipants', () => {
  it('gives miners graffiti that fit into a header, and amounts above zero', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), (seed) => {
        const { miners, amounts } = createParticipants(resolveSpec({ seed }))
        expect(miners).toHaveLength(5)
        for (const { address, graffiti } of miners) {
          expect(address).toHaveLength(20)
          expect(graffiti.length).toBeGreaterThan(0)
          expect(graffiti.length).toBeLessThanOrEqual(32)
        }
        expect(Math.min(...amounts)).toBeGreaterThan(0)
      }),
      { numRuns: 20 },
    )
  })

  it('gives the same first accounts for every number of accounts', () => {
    const { signers } = createParticipants(resolveSpec({ accounts: 3 }))
    expect(createParticipants(resolveSpec({ accounts: 9 })).signers.slice(0, 3)).toEqual(signers)
  })
})
