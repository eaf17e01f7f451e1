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
  readonly status: `0x${string}`
  readonly blockNumber: `0x${string}`
  readonly blockHash: `0x${string}`
}

interface Terms {
  readonly nonce: number
  readonly gas: bigint
  /** the most to spend for each unit of gas, in wei */
  readonly fee: bigint
}

/** Signs a payment. */
export function sign(
  { account, chainId }: Payer,
  { to, value }: Payment,
  { nonce, gas, fee }: Terms,
): Promise<`0x${string}`> {
  return account.signTransaction({
    chainId,
    nonce,
    to,
    value,
    gas,
    maxFeePerGas: fee,
    maxPriorityFeePerGas: fee / 10n,
  })
}
