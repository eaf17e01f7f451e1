import type { BlockJson, JsonObject } from '../formats/json/blockJson.ts'
import { readQuantity } from './quantity.ts'

/** The chain id that a block's transactions are signed for; undefined if none states it. */
export function chainIdOf({ block }: BlockJson): number | undefined {
  // The block has not been checked yet.
  const transactions: unknown = Object(block).transactions
  for (const transaction of Array.isArray(transactions) ? transactions : []) {
    const { chainId: stated, v } = Object(transaction) as JsonObject
    const chainId = readQuantity(stated) ?? chainIdOfV(readQuantity(v))
    if (chainId !== undefined) return chainId
  }
  return undefined
}

/** EIP-155: v is 35 + 2 × chain id + parity. */
function chainIdOfV(v: number | undefined): number | undefined {
  return v === undefined || v < 35 ? undefined : Math.floor((v - 35) / 2)
}
