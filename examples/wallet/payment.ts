import type { LocalAccount } from 'viem'

/** An EIP-1193 provider, and the account that pays. */
export interface Payer {
  readonly provider: {
    request(call: { method: string; params?: readonly unknown[] }): Promise<unknown>
  }
  readonly account: LocalAccount
  readonly chainId: number
}

export interface Payment {
  readonly to: `0x${string}`
  /** in wei */
  readonly value: bigint
}

/** The part of a receipt that matters here. */
export interface ReceiptJson {
  readonly blockNumber: `0x${string}`
  readonly blockHash: `0x${string}`
}

/** Signs a payment, which spends at most this for each unit of gas, in wei. */
export function sign(
  { account, chainId }: Payer,
  { to, value }: Payment,
  nonce: number,
  fee: bigint,
): Promise<`0x${string}`> {
  return account.signTransaction({
    chainId,
    nonce,
    to,
    value,
    gas: 21_000n,
    maxFeePerGas: fee,
    maxPriorityFeePerGas: fee / 10n,
  })
}
