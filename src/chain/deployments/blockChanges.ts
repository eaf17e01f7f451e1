import { fromHex, type Hex, toBigInt, toHex, toNumber } from '../../primitives/hex.ts'
import { readRlp } from '../../primitives/readRlp.ts'
import type { RlpItem } from '../../primitives/rlp.ts'
import { type Contract, toContract } from '../contracts/contract.ts'
import { mortalContract } from '../contracts/mortal.ts'
import type { SealedBlock } from '../encoding/block.ts'
import { headerOf } from '../encoding/decode/headerOf.ts'
import { contractAddress } from '../encoding/decode/receipt.ts'
import type { TransactionItem } from '../encoding/listItem.ts'
import { senderAt } from '../encoding/senders.ts'
import { receiptBytes, receiptItemsWithoutBlooms } from '../encoding/storedBlock.ts'
import { fieldsByType } from '../encoding/transactionFields.ts'
import { codePrefixes, recognize } from './recognize.ts'

type Bytes = Uint8Array

/** What a transaction does to the list of contracts. */
export type ContractChange =
  | { readonly kind: 'created'; readonly contract: Contract }
  /** takes effect if `by` is a factory of the branch */
  | { readonly kind: 'createdBy'; readonly by: Hex; readonly contract: Contract }
  /** takes effect if the branch has a contract to destroy at the address */
  | { readonly kind: 'destroyed'; readonly address: Hex }

const NONE: readonly ContractChange[] = []

/** The hash of `Created(address,bytes32)`, the event of a factory. */
const createdTopic = fromHex('0xd24d824860e7f36c08df207d22094623f901c3a69631edd487e915e1fac5d41a')
const destroySelector = fromHex(mortalContract.selectors.destroy)

/** In every block that creates or destroys a contract by a transaction. */
const needles = [
  ...codePrefixes,
  // Without its first byte, which is zero: a search for a frequent byte takes ten times as long.
  destroySelector.subarray(1),
].map(viewOf)

/**
 * The contracts that a block creates and destroys, in the order of its transactions. They follow from its transactions
 * and receipts, without state and EVM, so they are known on loaded chains, too.
 */
export function contractChanges(block: SealedBlock): readonly ContractChange[] {
  // Most blocks have none, and a search of their bytes takes a hundredth of the time of reading them.
  if (!mayHaveChanges(block)) return NONE
  const [, items] = readRlp(block.rlp) as [unknown, TransactionItem[]]
  const receipts = receiptItemsWithoutBlooms(block)
  const changes: ContractChange[] = []
  let gasBefore = 0
  for (const [index, { outcome, cumulativeGas, logs }] of receipts.entries()) {
    const gasAfter = toNumber(cumulativeGas)
    const gasUsed = gasAfter - gasBefore
    gasBefore = gasAfter
    const item = items[index]
    if (item === undefined) continue
    const transaction = readFields(item)
    if (hasFailed({ outcome, gasUsed, gas: transaction.gas, logCount: logs.length })) continue
    const own = changeOf(transaction, senderAt(block, index), block)
    if (own !== undefined) changes.push(own)
    changes.push(...childrenIn(logs, block.number))
  }
  return changes
}

function mayHaveChanges(block: SealedBlock): boolean {
  const bytes = viewOf(block.rlp)
  return (
    needles.some((needle) => bytes.includes(needle)) ||
    viewOf(receiptBytes(block)).includes(viewOf(createdTopic))
  )
}

function changeOf(
  { to, input, nonce }: TransactionFields,
  sender: Bytes,
  block: SealedBlock,
): ContractChange | undefined {
  if (to.length > 0) {
    const isDestroyed = startsWith(input, destroySelector) && destroysForGood(block)
    return isDestroyed ? { kind: 'destroyed', address: toHex(to) } : undefined
  }
  const found = recognize(input)
  if (found === undefined) return undefined
  const address = contractAddress(sender, nonce)
  return {
    kind: 'created',
    contract: toContract({ ...found, address, deployedAt: block.number }),
  }
}

/** From Cancun on a contract that destroys itself stays, unless the same transaction has created it (EIP-6780). */
function destroysForGood(block: SealedBlock): boolean {
  return headerOf(block).parentBeaconBlockRoot === undefined
}

/** The contracts that factories have created, by their `Created` logs. */
function childrenIn(
  logs: readonly (readonly [Bytes, readonly Bytes[], Bytes])[],
  deployedAt: number,
): ContractChange[] {
  return logs.flatMap(([by, [topic, child]]): ContractChange[] => {
    if (topic === undefined || child === undefined || Buffer.compare(topic, createdTopic) !== 0) {
      return []
    }
    const address = toHex(child.subarray(12))
    const contract = toContract({ role: 'child', name: 'Child', symbol: null, address, deployedAt })
    return [{ kind: 'createdBy', by: toHex(by), contract }]
  })
}

interface Execution {
  readonly outcome: Bytes
  readonly gasUsed: number
  /** the gas limit */
  readonly gas: number
  readonly logCount: number
}

function hasFailed({ outcome, gasUsed, gas, logCount }: Execution): boolean {
  // Before Byzantium a receipt has no status, and every failure uses all gas.
  if (outcome.length === 32) return gasUsed === gas && logCount === 0
  return toNumber(outcome) === 0
}

type FieldName = 'gas' | 'input' | 'nonce' | 'to'

/** The index of each field, by transaction type. */
const indexesByType = fieldsByType.map((names) => {
  const indexOf = (name: FieldName) => (names as readonly string[]).indexOf(name)
  return {
    gas: indexOf('gas'),
    input: indexOf('input'),
    nonce: indexOf('nonce'),
    to: indexOf('to'),
  }
})

/** Some fields of a transaction in a block. */
interface TransactionFields {
  /** no bytes if it creates a contract */
  readonly to: Bytes
  readonly input: Bytes
  readonly nonce: bigint
  /** the gas limit */
  readonly gas: number
}

function readFields(item: TransactionItem): TransactionFields {
  const isLegacy = !(item instanceof Uint8Array)
  const items = isLegacy ? item : (readRlp(item.subarray(1)) as readonly RlpItem[])
  const indexes = indexesByType[isLegacy ? 0 : (item[0] as number)]
  const bytesOf = (name: FieldName): Bytes =>
    (indexes === undefined ? undefined : (items[indexes[name]] as Bytes)) ?? NOTHING
  return {
    to: bytesOf('to'),
    input: bytesOf('input'),
    nonce: toBigInt(bytesOf('nonce')),
    gas: toNumber(bytesOf('gas')),
  }
}

const NOTHING = new Uint8Array(0)

function startsWith(bytes: Bytes, prefix: Bytes): boolean {
  return Buffer.compare(bytes.subarray(0, prefix.length), prefix) === 0
}

/** A view of the bytes, whose search is native. */
function viewOf(bytes: Bytes): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}
