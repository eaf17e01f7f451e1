import { RLP } from '@ethereumjs/rlp'
import { describe, expect, it } from 'vitest'
import { encodeHeader, headerValuesOf } from '../../../src/chain/calls/headerValues.ts'
import { forkNames } from '../../../src/chain/protocol/forks.ts'
import { toHex } from '../../../src/primitives/hex.ts'
import { keccak256 } from '../../../src/primitives/keccak.ts'
import { sealedBlock, sharedChain } from '../../support/chain.ts'

const forks = Object.fromEntries(forkNames.map((name, index) => [name, index]))

describe('a header', () => {
  it('is encoded as it was, in every fork', async () => {
    const chain = await sharedChain({ preset: 'eras', forks, blocks: forkNames.length })
    const counts = new Set<number>()
    for (let number = 0; number <= forkNames.length; number++) {
      const block = sealedBlock(chain, number)
      const values = headerValuesOf(block)
      expect(values.number).toBe(BigInt(number))
      expect(toHex(keccak256(encodeHeader(values)))).toBe(block.hash)
      counts.add((RLP.decode(encodeHeader(values)) as Uint8Array[]).length)
    }
    // Before London, from London, Shanghai, Cancun, Prague and Amsterdam on.
    expect([...counts]).toEqual([15, 16, 17, 20, 21, 23])
  })

  it('may have a time above 2^53', async () => {
    const chain = await sharedChain({ preset: 'eras', forks, blocks: forkNames.length })
    const values = headerValuesOf(sealedBlock(chain, 1))
    const timestamp = 2n ** 64n - 1n
    const header = encodeHeader({ ...values, timestamp })
    expect(headerValuesOf({ rlp: RLP.encode([RLP.decode(header), [], []]) }).timestamp).toBe(
      timestamp,
    )
  })
})
