import type { ResolvedSpec } from '../spec/spec.ts'

const ETHER = 10n ** 18n

/** The initial balance of each sender of traffic in wei, so high that it does not run out on a long chain. */
export const GENESIS_BALANCE = 1_000_000n * ETHER

/** As Anvil and Hardhat fund the accounts of a mnemonic, in ether. */
const MNEMONIC_BALANCE = 10_000

/** How many accounts of a mnemonic are funded, as by Anvil and Hardhat. */
const MNEMONIC_ACCOUNTS = 10

/** How many accounts of a mnemonic a spec funds; none without a mnemonic. */
export function mnemonicAccounts({
  mnemonic,
  mnemonicAccounts = MNEMONIC_ACCOUNTS,
}: Pick<ResolvedSpec, 'mnemonic' | 'mnemonicAccounts'>): number {
  return mnemonic === undefined ? 0 : mnemonicAccounts
}

/** The initial balance of each of them in wei. */
export function mnemonicBalance({
  mnemonicBalance = MNEMONIC_BALANCE,
}: Pick<ResolvedSpec, 'mnemonicBalance'>): bigint {
  return BigInt(mnemonicBalance) * ETHER
}
