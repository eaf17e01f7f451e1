import { Common, Mainnet } from '@ethereumjs/common'
import { RLP } from '@ethereumjs/rlp'
import { createTx } from '@ethereumjs/tx'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type ForkName, forkNames, isAtLeast } from '../../../src/chain/protocol/forks.ts'
import { decodeTransaction } from '../../../src/chain/verify/decodedTransaction.ts'
import { intrinsicGas } from '../../../src/chain/verify/intrinsicGas.ts'
import { ActiveForks } from '../../../src/chain/verify/protocol.ts'

/** The types of transactions that a fork supports, except blob transactions. */
function typesOf(fork: ForkName): number[] {
  return [0, ...(isAtLeast(fork, 'berlin') ? [1] : []), ...(isAtLeast(fork, 'london') ? [2] : [])]
}

describe('intrinsicGas', () => {
  it('equals that of stock @ethereumjs', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...forkNames),
        fc.nat(),
        fc.uint8Array({ maxLength: 200 }),
        fc.boolean(),
        fc.array(fc.nat({ max: 4 }), { maxLength: 3 }),
        (fork, draw, input, isCreation, keysOfEntries) => {
          const types = typesOf(fork)
          const type = types[draw % types.length] as number
          const data = Uint8Array.from(input, (byte) => (byte % 3 === 0 ? 0 : byte))
          const stock = createTx(
            {
              type,
              gasLimit: 10_000_000n,
              data,
              ...(!isCreation && { to: `0x${'07'.repeat(20)}` }),
              ...(type > 0 && {
                accessList: keysOfEntries.map((keys) => ({
                  address: `0x${'08'.repeat(20)}` as const,
                  storageKeys: Array(keys).fill(`0x${'09'.repeat(32)}`),
                })),
              }),
            },
            { common: new Common({ chain: Mainnet, hardfork: fork }) },
          ).sign(new Uint8Array(32).fill(1))
          const item = type === 0 ? RLP.decode(stock.serialize()) : stock.serialize()
          const active = new ActiveForks(fork)
          const transaction = decodeTransaction('transaction', item, active)
          expect(intrinsicGas(transaction, stock.getSenderAddress().toString(), active)).toBe(
            stock.getIntrinsicGas(),
          )
        },
      ),
      { numRuns: 300 },
    )
  })
})
