import { createBlockHeader, paramsBlock } from '@ethereumjs/block'
import { Common, Mainnet } from '@ethereumjs/common'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { forkNames } from '../../../src/chain/protocol/forks.ts'
import { EMPTY_LIST_HASH } from '../../../src/chain/verify/decodedHeader.ts'
import { expectedDifficulty } from '../../../src/chain/verify/difficulty.ts'
import { ActiveForks } from '../../../src/chain/verify/protocol.ts'

const forks = forkNames.slice(0, forkNames.indexOf('grayGlacier') + 1)

/**
 * EIP-3554 puts off the bomb by 9,700,000 blocks under London. @ethereumjs 10.1.3 leaves the EIP out of London, and has
 * 9,500,000 for it, as a draft did.
 */
const londonEips = [3554]
const params = { ...paramsBlock, 3554: { difficultyBombDelay: 9_700_000 } }

describe('expectedDifficulty', () => {
  it('equals that of stock @ethereumjs, with difficulty bombs and their delays', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...forks),
        fc.bigInt({ min: 131_072n, max: 2n ** 60n }),
        fc.bigInt({ min: 1n, max: 20_000_000n }),
        fc.oneof(fc.bigInt({ min: 1n, max: 60n }), fc.bigInt({ min: 1n, max: 5000n })),
        fc.boolean(),
        (fork, difficulty, number, seconds, hasUncles) => {
          const common = new Common({
            chain: Mainnet,
            hardfork: fork,
            eips: fork === 'london' ? londonEips : [],
          })
          const options = { common, params, skipConsensusFormatValidation: true }
          const parentTime = 1_000_000n
          const parent = createBlockHeader(
            {
              number: number - 1n,
              difficulty,
              timestamp: parentTime,
              uncleHash: hasUncles ? `0x${'01'.repeat(32)}` : EMPTY_LIST_HASH,
            },
            options,
          )
          const timestamp = parentTime + seconds
          const child = createBlockHeader({ number, timestamp }, options)
          const parentFields = { difficulty, timestamp: parentTime, hasUncles }
          expect(
            expectedDifficulty({ number, timestamp }, parentFields, new ActiveForks(fork)),
          ).toBe(child.ethashCanonicalDifficulty(parent))
        },
      ),
      { numRuns: 500 },
    )
  })

  it('equals that of mainnet blocks', () => {
    // Block 1 and its parent, genesis: 17,179,869,184 at time 0.
    const genesis = { difficulty: 17_179_869_184n, timestamp: 0n, hasUncles: false }
    const block = { number: 1n, timestamp: 1_438_269_988n }
    expect(expectedDifficulty(block, genesis, new ActiveForks('chainstart'))).toBe(17_171_480_576n)
  })
})
