import { type Hex, toBigInt } from '../../../primitives/hex.ts'
import { readRlp } from '../../../primitives/readRlp.ts'
import type { SealedBlock } from '../block.ts'
import type { TransactionItem } from '../listItem.ts'
import { cumulativeGas } from '../storedBlock.ts'
import { fieldsByType } from '../transactionFields.ts'

type Bytes = Uint8Array

/** What a transaction paid the miner. */
export interface Tip {
  /** in wei per gas, above the base fee; 0 also for a price below it, in a block that is invalid */
  readonly tip: bigint
  /** in gas; undefined without a receipt */
  readonly gasUsed: number | undefined
  /** DATA, 20 bytes, where the block does not have it */
  readonly sender?: Hex
}

/** Where the two prices of each type of transaction are: the most a sender pays, and the most for the miner. */
const pricesByType = fieldsByType.map((names) => {
  const at = (name: string) => (names as readonly string[]).indexOf(name)
  const gasPrice = at('gasPrice')
  return gasPrice >= 0
    ? { cap: gasPrice, tip: gasPrice }
    : { cap: at('maxFeePerGas'), tip: at('maxPriorityFeePerGas') }
})

/**
 * What each transaction of a block paid the miner (EIP-1559), in the order of the block. Decodes only the fields that
 * this takes.
 *
 * @param baseFeePerGas in wei per gas; 0 before London
 */
export function tipsOf(block: SealedBlock, baseFeePerGas: bigint): Tip[] {
  const [, transactions] = readRlp(block.rlp) as [Bytes[], TransactionItem[]]
  const gas = cumulativeGas(block)
  return transactions.map((item, index) => {
    const used = gas[index]
    const gasUsed = used === undefined ? undefined : used - (gas[index - 1] ?? 0)
    return { tip: tipOf(item, baseFeePerGas), gasUsed }
  })
}

function tipOf(item: TransactionItem, baseFeePerGas: bigint): bigint {
  const type = item instanceof Uint8Array ? (item[0] as number) : 0
  const prices = pricesByType[type]
  if (prices === undefined) throw new RangeError(`a transaction has the unknown type ${type}`)
  const items = (item instanceof Uint8Array ? readRlp(item.subarray(1)) : item) as Bytes[]
  const [cap, tip] = [prices.cap, prices.tip].map((at) => toBigInt(items[at] as Bytes)) as [
    bigint,
    bigint,
  ]
  const left = cap > baseFeePerGas ? cap - baseFeePerGas : 0n
  return tip < left ? tip : left
}
