import type { Chain } from '../../../../src/chain/chain.ts'
import type { Block } from '../../../../src/chain/encoding/block.ts'

/** geth's defaults: eth/ethconfig/config.go, miner/miner.go, eth/gasprice/gasprice.go. */
const BLOCKS = 20
const PERCENTILE = 60
const PER_BLOCK = 3
/** in wei per gas */
const IGNORED_BELOW = 2n
const MOST = 500_000_000_000n
const FIRST_PRICE = 1_000_000n

/**
 * The tips that a geth that has just started may suggest, in wei per gas. It looks at the 20 newest blocks, and at up
 * to 20 more if some of them have fewer than two prices; how many depends on the order in which its threads finish.
 */
export function possibleTips(chain: Chain, head: number): ReadonlySet<bigint> {
  const tips = new Set<bigint>()
  const prices: bigint[] = []
  for (let count = 1; count <= 2 * BLOCKS && count <= head; count++) {
    const block = chain.blockByNumber(head + 1 - count)
    if (block !== undefined) prices.push(...pricesIn(block))
    if (count < Math.min(BLOCKS, head)) continue
    const sorted = prices.toSorted((one, other) => (one < other ? -1 : 1))
    const price = sorted[Math.floor(((sorted.length - 1) * PERCENTILE) / 100)] ?? FIRST_PRICE
    tips.add(price < MOST ? price : MOST)
  }
  return head === 0 ? new Set([FIRST_PRICE]) : tips
}

/** The lowest prices of transactions that the miner has not sent itself. */
function pricesIn({ header, transactions, receipts }: Block): bigint[] {
  const prices = receipts
    .map(({ effectiveGasPrice }) => effectiveGasPrice - (header.baseFeePerGas ?? 0n))
    .filter((tip, index) => tip >= IGNORED_BELOW && transactions[index]?.from !== header.miner)
    .sort((one, other) => (one < other ? -1 : 1))
  return prices.length === 0 ? [FIRST_PRICE] : prices.slice(0, PER_BLOCK)
}
