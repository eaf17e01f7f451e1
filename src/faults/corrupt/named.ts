import { SYSTEM_CALLER } from '../../chain/contracts/system.ts'
import type { Random } from '../../primitives/random.ts'
import type { FaultTarget } from '../target.ts'
import { changedValue, withoutOne } from './changedValue.ts'
import { describeChange } from './describeChange.ts'
import { type FlawedBloom, hasTransfers, withBitFlipped, withoutTransfers } from './flawedBloom.ts'
import { isHeader, isLog, isReceipt, itemsOf, type JsonObject } from './items.ts'

/**
 * Corrupts one field of a result.
 *
 * @param result the caller's own copy, as plain JSON values, which is changed
 * @returns what was changed, and where; undefined if the result has no such field
 */
type Corruption = (result: unknown, random: Random) => string | undefined

interface CorruptionByName {
  readonly corrupt: Corruption
  /** the answers that have the field which it changes */
  readonly targets: readonly FaultTarget[]
}

/** Mistakes that real nodes and providers make, by their names. */
const corruptions = {
  /** a bit of the bloom of a block, or of the first receipt with logs: a client that trusts the bloom misses a log */
  logsBloom: { corrupt: inBloom, targets: ['header', 'receipt'] },
  receiptsRoot: { corrupt: inField('receiptsRoot', isHeader), targets: ['header'] },
  transactionsRoot: { corrupt: inField('transactionsRoot', isHeader), targets: ['header'] },
  stateRoot: { corrupt: inField('stateRoot', isHeader), targets: ['header'] },
  /** from Amsterdam on: the hash of another access list */
  blockAccessListHash: { corrupt: inField('blockAccessListHash', isHeader), targets: ['header'] },
  parentHash: { corrupt: inField('parentHash', isHeader), targets: ['header'] },
  /** of a block, not of its header */
  blockHash: { corrupt: inField('hash', isHeader), targets: ['header'] },
  /** of a receipt, a transaction or a log: the hash of a block that does not exist */
  foreignBlockHash: {
    corrupt: inField('blockHash', (item) => 'transactionIndex' in item),
    targets: ['transaction', 'log', 'notifiedLog'],
  },
  /** of a receipt: success becomes failure, and failure success */
  status: { corrupt: inStatus, targets: ['receipt'] },
  /** a log has the index of the one before it in its block, in receipts or lists of logs */
  duplicateLogIndex: { corrupt: duplicateLogIndex, targets: ['log'] },
  /** of a block or a receipt that has logs: a bloom that admits none, so a client that trusts it skips the block */
  zeroBloom: { corrupt: withoutBloom, targets: ['header', 'receipt'] },
  /** of a block that has some: no transactions, while hash and roots are right */
  emptyBlock: { corrupt: withoutAll('transactions', isHeader), targets: ['blockTransactions'] },
  missingTransaction: {
    corrupt: without('transactions', isHeader),
    targets: ['blockTransactions'],
  },
  /** a node of the proof of an account, or of one of its slots */
  proof: { corrupt: inProof, targets: ['proof'] },
  missingUncle: { corrupt: without('uncles', isHeader), targets: ['uncles'] },
  missingReceipt: { corrupt: fromList(isReceipt), targets: ['receiptList'] },
  /** of a receipt, or of a list of logs */
  missingLog: {
    corrupt: (result, random) =>
      without('logs', isReceipt)(result, random) ?? fromList(isLog)(result, random),
    targets: ['log'],
  },
  /** from Amsterdam on, of a receipt or a list of logs: the log of a transfer of ether */
  missingTransferLog: {
    corrupt: withoutTransferLog,
    targets: ['log'],
  },
  /** from Amsterdam on, of a block or a receipt: a bloom without the address of transfers of ether */
  transferBloom: { corrupt: inTransferBloom, targets: ['header', 'receipt'] },
} satisfies Readonly<Record<string, CorruptionByName>>

export type NamedCorruption = keyof typeof corruptions

export const corruptionNames = Object.keys(corruptions) as readonly NamedCorruption[]

/** The answers that a corruption can change. */
export function targetsOfCorruption(name: NamedCorruption): readonly FaultTarget[] {
  return corruptions[name].targets
}

/** Applies the corruption of this name; the detail begins with the name. See `Corruption`. */
export function corruptByName(
  name: NamedCorruption,
  result: unknown,
  random: Random,
): string | undefined {
  const detail = corruptions[name].corrupt(result, random)
  if (detail === undefined || detail.startsWith(`${name}:`)) return detail
  return `${name} at ${detail}`
}

/** Changes a field of an item drawn from those that have it. */
function inField(name: string, isFit: (item: JsonObject) => boolean): Corruption {
  return (result, random) => {
    const fit = itemsOf(result).filter(({ item }) => isFit(item) && typeof item[name] === 'string')
    if (fit.length === 0) return undefined
    const { item, at } = random.pick(fit)
    const before = item[name]
    item[name] = changedValue(before, random)
    return describeChange(`${at}${name}`, before, item[name])
  }
}

/** An object that has items in the list under this name, drawn from all such objects. */
function drawWithItems(
  name: string,
  isFit: (item: JsonObject) => boolean,
  result: unknown,
  random: Random,
) {
  const fit = itemsOf(result).filter(
    ({ item }) => isFit(item) && Array.isArray(item[name]) && item[name].length > 0,
  )
  if (fit.length === 0) return undefined
  const { item, at } = random.pick(fit)
  return { item, at: `${at}${name}`, list: item[name] as unknown[] }
}

/** Removes an item from the list under this name. */
function without(name: string, isFit: (item: JsonObject) => boolean): Corruption {
  return (result, random) => {
    const drawn = drawWithItems(name, isFit, result, random)
    if (drawn === undefined) return undefined
    const { item, at, list } = drawn
    item[name] = withoutOne(list, random)
    return describeChange(at, list, item[name])
  }
}

/** Removes all items from the list under this name. */
function withoutAll(name: string, isFit: (item: JsonObject) => boolean): Corruption {
  return (result, random) => {
    const drawn = drawWithItems(name, isFit, result, random)
    if (drawn === undefined) return undefined
    drawn.item[name] = []
    return `${drawn.at}: all ${drawn.list.length} are missing`
  }
}

/** Removes an item from the result, which is a list. */
function fromList(isFit: (item: JsonObject) => boolean): Corruption {
  return (result, random) => {
    if (!Array.isArray(result) || !itemsOf(result).some(({ item }) => isFit(item))) return undefined
    const before = [...result]
    result.splice(random.below(result.length), 1)
    return describeChange('', before, result)
  }
}

function inBloom(result: unknown, random: Random): string | undefined {
  const found = bloomsIn(result).find(({ item }) => admitsLogs(item)) ?? bloomsIn(result)[0]
  if (found === undefined) return undefined
  const before = bloomOf(found.item)
  const { bloom, bit }: FlawedBloom = withBitFlipped(before, random)
  found.item.logsBloom = bloom
  return `${found.at}logsBloom: bit ${bit}, ${bloom < before ? '1 -> 0' : '0 -> 1'}`
}

/** The bloom of the first item that admits logs becomes zero. */
function withoutBloom(result: unknown): string | undefined {
  const found = bloomsIn(result).find(({ item }) => admitsLogs(item))
  if (found === undefined) return undefined
  found.item.logsBloom = bloomOf(found.item).replaceAll(/[1-9a-f]/g, '0')
  return `${found.at}logsBloom: zero`
}

function bloomsIn(result: unknown): ReturnType<typeof itemsOf> {
  return itemsOf(result).filter(({ item }) => typeof item.logsBloom === 'string')
}

function admitsLogs(item: JsonObject): boolean {
  return /[1-9a-f]/.test(bloomOf(item).slice(2))
}

function inTransferBloom(result: unknown): string | undefined {
  const found = bloomsIn(result).find(({ item }) => hasTransfers(bloomOf(item)))
  if (found === undefined) return undefined
  found.item.logsBloom = withoutTransfers(bloomOf(found.item))
  return `${found.at}logsBloom: without ${SYSTEM_CALLER}`
}

/** Removes the log of a transfer from a receipt, or from the result, which is a list. */
function withoutTransferLog(result: unknown, random: Random): string | undefined {
  const fit = itemsOf(result).filter(
    ({ item }) => isReceipt(item) && (item.logs as JsonObject[]).some(isTransfer),
  )
  if (fit.length > 0) {
    const { item, at } = random.pick(fit)
    const before = item.logs as JsonObject[]
    const dropped = random.pick(before.filter(isTransfer))
    item.logs = before.filter((log) => log !== dropped)
    return describeChange(`${at}logs`, before, item.logs)
  }
  const transfers = itemsOf(result).filter(({ item }) => isLog(item) && isTransfer(item))
  if (!Array.isArray(result) || transfers.length === 0) return undefined
  const before = [...result]
  result.splice(result.indexOf(random.pick(transfers).item), 1)
  return describeChange('', before, result)
}

function isTransfer({ address }: JsonObject): boolean {
  return String(address).toLowerCase() === SYSTEM_CALLER
}

function bloomOf(item: JsonObject): string {
  return item.logsBloom as string
}

function inProof(result: unknown, random: Random): string | undefined {
  const account = Object(result) as { accountProof?: unknown; storageProof?: unknown }
  const slots = Array.isArray(account.storageProof) ? account.storageProof : []
  const proofs = [
    { nodes: account.accountProof, at: 'accountProof' },
    ...slots.map((slot, index) => ({
      nodes: Object(slot).proof as unknown,
      at: `storageProof[${index}].proof`,
    })),
  ]
  const nodes = proofs.flatMap(({ nodes, at }) =>
    Array.isArray(nodes) ? nodes.map((node: unknown, index) => ({ nodes, node, index, at })) : [],
  )
  if (nodes.length === 0) return undefined
  const { nodes: changed, node, index, at } = random.pick(nodes)
  changed[index] = changedValue(node, random)
  return describeChange(`${at}[${index}]`, node, changed[index])
}

function inStatus(result: unknown, random: Random): string | undefined {
  const receipts = itemsOf(result).filter(({ item }) => isReceipt(item) && 'status' in item)
  if (receipts.length === 0) return undefined
  const { item, at } = random.pick(receipts)
  const before = item.status
  item.status = before === '0x1' ? '0x0' : '0x1'
  return describeChange(`${at}status`, before, item.status)
}

function duplicateLogIndex(result: unknown, random: Random): string | undefined {
  const logs = itemsOf(result).flatMap(({ item, at }) => {
    if (isLog(item)) return [{ log: item, at }]
    if (!isReceipt(item)) return []
    return (item.logs as JsonObject[]).map((log, index) => ({ log, at: `${at}logs[${index}].` }))
  })
  // Indexes restart at 0 in each block, so a duplicate is an error only within one block.
  const pairs = logs.slice(1).flatMap((changed, index) => {
    const before = logs[index] as (typeof logs)[0]
    return before.log.blockHash === changed.log.blockHash ? [{ before, changed }] : []
  })
  if (pairs.length === 0) return undefined
  const { before, changed } = random.pick(pairs)
  const index = changed.log.logIndex
  changed.log.logIndex = before.log.logIndex
  return describeChange(`${changed.at}logIndex`, index, before.log.logIndex)
}
