import type { BlockJson, JsonObject } from '../fixtures/json/blockJson.ts'
import { readQuantity } from './quantity.ts'

/** The chain that a block's transactions were signed for; undefined where none says. */
export function chainIdOf({ block }: BlockJson): number | undefined {
  for (const transaction of block.transactions as readonly JsonObject[]) {
    const chainId = readQuantity(transaction.chainId) ?? signedFor(readQuantity(transaction.v))
    if (chainId !== undefined) return chainId
  }
  return undefined
}

/** EIP-155: v is 35 + 2 × chain id + parity. */
function signedFor(v: number | undefined): number | undefined {
  return v === undefined || v < 35 ? undefined : Math.floor((v - 35) / 2)
}
