import type { PoolAccount } from '../../src/pool/admission.ts'
import type { PooledTransaction } from '../../src/pool/pooledTransaction.ts'
import type { PoolState } from '../../src/pool/transactionPool.ts'
import type { Hex } from '../../src/primitives/hex.ts'

export const [alice, bob] = ['0xa', '0xb'] as const

let created = 0

/** With a number for the nonce. */
export type Given<T extends { readonly nonce: bigint }> = Partial<Omit<T, 'nonce'>> & {
  readonly nonce?: number | bigint
}

/** A transaction with a hash of its own; by default the first one of alice. */
export function transaction(given: Given<PooledTransaction> = {}): PooledTransaction {
  const { gas = 21_000n, feeCap = 100n, tipCap = 10n, blobFeeCap } = given
  return {
    hash: `0x${(++created).toString(16)}`,
    sender: alice,
    gas,
    feeCap,
    tipCap,
    blobFeeCap,
    cost: gas * feeCap,
    bytes: 100,
    authorities: [],
    ...given,
    nonce: BigInt(given.nonce ?? 0),
  }
}

/** Accounts by address; others have a nonce of 0 and much ether. */
export function stateWith(
  accounts: Readonly<Record<Hex, Given<PoolAccount>>> = {},
  rest: Partial<PoolState> = {},
): PoolState {
  return {
    baseFee: 50n,
    blobBaseFee: 1n,
    gasLimit: 30_000_000n,
    accountOf: (address) => ({
      balance: 10n ** 18n,
      hasCode: false,
      ...accounts[address],
      nonce: BigInt(accounts[address]?.nonce ?? 0),
    }),
    ...rest,
  }
}

export const nonces = (transactions: readonly PooledTransaction[]) =>
  transactions.map(({ nonce }) => Number(nonce))
