import { expect, it } from 'vitest'
import { call } from '../../../src/chain/calls/call.ts'
import { fromHex, toHex } from '../../../src/primitives/hex.ts'
import { environmentAfter } from '../../support/callEnvironment.ts'
import { sharedChain } from '../../support/chain.ts'

const [destroyed, rich, reader] = ['d1', 'd2', 'd3'].map((byte) => fromHex(`0x${byte.repeat(20)}`))

/** What `reader` returns: the balance of an account after it has called the contract that destructs itself. */
async function balanceAfter(balances: { destroyed: bigint; rich: bigint }, beneficiary: string) {
  const chain = await sharedChain({ preset: 'latest', blocks: 12, transactionsPerBlock: [4, 10] })
  const environment = await environmentAfter(chain, chain.tree.head)
  // CALL(gas, destroyed, 0, 0, 0, 0, 0); require success; return BALANCE(beneficiary)
  const code = `0x5f5f5f5f5f73${'d1'.repeat(20)}5af1602057fe5b73${beneficiary}315f5260205ff3`
  const output = await call(environment, {
    call: { to: reader, gas: 1_000_000n },
    gasCap: 0n,
    stateOverrides: [
      // SELFDESTRUCT(beneficiary)
      {
        address: destroyed as Uint8Array,
        balance: balances.destroyed,
        code: fromHex(`0x73${beneficiary}ff`),
      },
      { address: rich as Uint8Array, balance: balances.rich },
      { address: reader as Uint8Array, code: fromHex(code) },
    ],
  })
  return BigInt(toHex(output))
}

it('wraps a balance around at 2^256 when a contract destructs itself, as geth does', async () => {
  const most = 2n ** 256n - 1n
  expect(await balanceAfter({ destroyed: 3n, rich: 5n }, 'd2'.repeat(20))).toBe(8n)
  expect(await balanceAfter({ destroyed: 3n, rich: most }, 'd2'.repeat(20))).toBe(2n)
  expect(await balanceAfter({ destroyed: most, rich: most }, 'd2'.repeat(20))).toBe(most - 1n)
  expect(await balanceAfter({ destroyed: most, rich: 0n }, 'd1'.repeat(20))).toBe(most)
})
