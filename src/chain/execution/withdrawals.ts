import { Account, Address } from '@ethereumjs/util'
import { toMinimalBytes } from '../../primitives/hex.ts'
import { encodeRlp } from '../../primitives/rlp.ts'
import type { WorldState } from '../state/worldState.ts'

/** A withdrawal of ether from the beacon chain to an account (EIP-4895). */
export interface WithdrawalFields {
  /** among all withdrawals of the chain */
  readonly index: number | bigint
  readonly validatorIndex: number | bigint
  /** 20 bytes */
  readonly address: Uint8Array
  /** in gwei */
  readonly amountGwei: bigint
}

const WEI_PER_GWEI = 1_000_000_000n

export function encodeWithdrawal(withdrawal: WithdrawalFields): Uint8Array {
  const { index, validatorIndex, address, amountGwei } = withdrawal
  return encodeRlp([
    toMinimalBytes(index),
    toMinimalBytes(validatorIndex),
    address,
    toMinimalBytes(amountGwei),
  ])
}

/** @internal */
export async function payWithdrawals(
  state: Pick<WorldState, 'getAccount' | 'putAccount'>,
  withdrawals: readonly Pick<WithdrawalFields, 'address' | 'amountGwei'>[],
): Promise<void> {
  for (const { address, amountGwei } of withdrawals) {
    const recipient = new Address(address)
    const account = (await state.getAccount(recipient)) ?? new Account()
    account.balance += amountGwei * WEI_PER_GWEI
    // Empty accounts are deleted (EIP-161).
    await state.putAccount(recipient, account.isEmpty() ? undefined : account)
  }
}
