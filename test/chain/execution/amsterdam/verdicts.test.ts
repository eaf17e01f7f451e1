import { describe, expect, it } from 'vitest'
import verdicts from '../../../data/amsterdam/verdicts.json' with { type: 'json' }
import { randomBlock } from '../../../support/amsterdam/randomBlock.ts'
import { repeated } from '../../../support/sized.ts'

describe('blocks of Amsterdam', () => {
  it('have the hashes that geth gives the same transactions', async () => {
    const { hashes } = verdicts
    const compared = hashes.slice(0, repeated(100, hashes.length))
    for (const [index, hash] of compared.entries()) {
      const { block } = await randomBlock(index + 1)
      expect({ seed: index + 1, hash: block.sealed.hash }).toEqual({ seed: index + 1, hash })
    }
  })
})
