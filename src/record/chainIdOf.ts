import type { BlockJson, JsonObject } from '../formats/json/blockJson.ts'
import { readQuantity } from './quantity.ts'

/** The chain that a block's transactions were signed for; undefined where none says. */
export function chainIdOf({ block }: BlockJson): number | undefined {
  // Nothing is known of the block yet.
  const transactions: unknown = Object(block).transactions
  for (const transaction of Array.isArray(transactions) ? transactions : []) {
    const { chainId: stated, v } = Object(transaction) as JsonObject
    const chainId = readQuantity(stated) ?? signedFor(readQuantity(v))
    if (chainId !== undefined) return chainId
  }
  return undefined
}

/** EIP-155: v is 35 + 2 × chain id + parity. */
function signedFor(v: number | undefined): number | undefined {
  return v === undefined || v < 35 ? undefined : Math.floor((v - 35) / 2)
}
