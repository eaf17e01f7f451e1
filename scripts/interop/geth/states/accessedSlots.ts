import type { Block } from '../../../../src/chain/encoding/block.ts'
import { type Hex, toQuantity } from '../../../../src/primitives/hex.ts'
import type { GethNode } from '../gethNode.ts'
import { plainCallOf } from './callObjects.ts'
import type { SlotOf } from './slots.ts'

/** At most how many transactions of a block are asked for. */
const TRANSACTIONS = 10

/** The slots that the transactions of a block access, as their access lists and geth's `eth_createAccessList` say. */
export async function accessedSlots(geth: GethNode, block: Block): Promise<SlotOf[]> {
  const { transactions, header } = block
  if (header.number === 0) return []
  const parent = toQuantity(header.number - 1)
  const created = transactions.slice(0, TRANSACTIONS).map(async (transaction) => {
    const call = plainCallOf(transaction)
    const method = 'eth_createAccessList'
    const answer = await geth
      .ask<{ readonly accessList: readonly AccessListItem[] }>(method, call, parent)
      .catch(() => undefined)
    return answer?.accessList ?? []
  })
  const lists = [
    ...transactions.map(({ accessList = [] }) => accessList),
    ...(await Promise.all(created)),
  ]
  return lists
    .flat()
    .flatMap(({ address, storageKeys }) => storageKeys.map((slot) => ({ address, slot })))
}

interface AccessListItem {
  readonly address: Hex
  readonly storageKeys: readonly Hex[]
}
