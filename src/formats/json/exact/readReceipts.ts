import type { ReceiptMember } from '../../../endpoint/dialects/createDialect.ts'
import { toBigInt, toNumber } from '../../../primitives/hex.ts'
import { RlpWriter } from '../../../primitives/rlpWriter.ts'
import { CLOSE, contentAt, MembersReader, OPEN, type Spans } from './members.ts'
import { data, logs, quantity, scalar } from './readValue.ts'
import { OtherTextError, TextCursor } from './textCursor.ts'

const members = new MembersReader<ReceiptMember>({
  blockHash: scalar,
  blockNumber: scalar,
  contractAddress: scalar,
  cumulativeGasUsed: quantity,
  from: scalar,
  to: scalar,
  gasUsed: scalar,
  effectiveGasPrice: scalar,
  logs,
  logsBloom: data(256),
  status: quantity,
  root: data(32),
  blobGasUsed: scalar,
  blobGasPrice: quantity,
  transactionHash: scalar,
  transactionIndex: scalar,
  type: quantity,
  blockTimestamp: scalar,
})

const slotOf = (name: ReceiptMember) => members.slotOf(name)
const [STATUS, ROOT, BLOB_GAS_PRICE] = [slotOf('status'), slotOf('root'), slotOf('blobGasPrice')]
const [TYPE, GAS, BLOOM, LOGS] = [
  slotOf('type'),
  slotOf('cumulativeGasUsed'),
  slotOf('logsBloom'),
  slotOf('logs'),
]

/** The receipts of a block as bytes. */
export interface ReadReceipts {
  /** each as in the receipts trie, with the bloom that it states */
  readonly encoded: readonly Uint8Array[]
  /** 256 bytes: of all receipts */
  readonly bloom: Uint8Array
  /** RLP list of [type, outcome, cumulative gas, logs] */
  readonly stored: Uint8Array
  /** in wei per blob gas; 0 if no transaction has blobs */
  readonly blobGasPrice: bigint
}

const [items, stored, encoded] = [new RlpWriter(), new RlpWriter(), new RlpWriter()]

/**
 * Reads the receipts of a block.
 *
 * @throws {OtherTextError}
 */
export function readReceipts(bytes: Uint8Array): ReadReceipts {
  for (const each of [items, stored, encoded]) each.cut(0)
  const text = new TextCursor(bytes)
  const bloom = new Uint8Array(256)
  const ends: number[] = []
  let blobGasPrice = 0n
  const start = stored.open()
  text.list(() => {
    text.expect(OPEN)
    const spans = members.read(text, items)
    text.expect(CLOSE)
    writeReceipt(spans)
    ends.push(encoded.length)
    addBloom(bloom, contentAt(items.bytes, spans, BLOOM))
    if (has(spans, BLOB_GAS_PRICE) && blobGasPrice === 0n) {
      blobGasPrice = toBigInt(contentAt(items.bytes, spans, BLOB_GAS_PRICE))
    }
    items.cut(0)
  })
  stored.close(start)
  const all = encoded.take()
  return {
    encoded: ends.map((end, index) => all.subarray(ends[index - 1] ?? 0, end)),
    bloom,
    stored: stored.take(),
    blobGasPrice,
  }
}

function writeReceipt(spans: Spans): void {
  const type = toNumber(contentAt(items.bytes, spans, TYPE))
  const outcome = has(spans, STATUS) ? STATUS : ROOT
  if (type > 0) encoded.byte(type)
  for (const [out, slots] of [
    [encoded, [outcome, GAS, BLOOM, LOGS]],
    [stored, [TYPE, outcome, GAS, LOGS]],
  ] as const) {
    const list = out.open()
    for (const slot of slots) {
      if (!has(spans, slot)) throw new OtherTextError()
      out.encoded(items.bytes, spans[slot], spans[slot + 1])
    }
    out.close(list)
  }
}

function has(spans: Spans, slot: number): boolean {
  return spans[slot] !== spans[slot + 1]
}

function addBloom(union: Uint8Array, bloom: Uint8Array): void {
  for (let index = 0; index < union.length; index++) {
    union[index] = (union[index] as number) | (bloom[index] as number)
  }
}
