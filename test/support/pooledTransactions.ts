import type { PoolAccount } from '../../src/pool/admission.ts'
import type { PooledTransaction } from '../../src/pool/pooledTransaction.ts'
import type { PoolState } from '../../src/pool/transactionPool.ts'
import type { Hex } from '../../src/primitives/hex.ts'

export const [alice, bob] = ['0xa', '0xb'] as const

let created = 0

/** A transaction with a hash of its own; by default the first one of alice. */
export function transaction(given: Partial<PooledTransaction> = {}): PooledTransaction {
  const { gas = 21_000n, feeCap = 100n, tipCap = 10n, blobFeeCap } = given
  return {
    hash: `0x${(++created).toString(16)}`,
    sender: alice,
    nonce: 0,
    gas,
    feeCap,
    tipCap,
    blobFeeCap,
    cost: gas * feeCap,
    bytes: 100,
    authorities: [],
    ...given,
  }
}

/** Accounts by address; others have a nonce of 0 and much ether. */
export function stateWith(
  accounts: Readonly<Record<Hex, Partial<PoolAccount>>> = {},
  rest: Partial<PoolState> = {},
): PoolState {
  return {
    baseFee: 50n,
    blobBaseFee: 1n,
    gasLimit: 30_000_000n,
    accountOf: (address) => ({
      ...{ nonce: 0, balance: 10n ** 18n, hasCode: false },
      ...accounts[address],
    }),
    ...rest,
  }
}

export const nonces = (transactions: readonly PooledTransaction[]) =>
  transactions.map(({ nonce }) => nonce)
