import type { SealedBlock } from '../../../chain/encoding/block.ts'
import { addToBloom } from '../../../chain/encoding/bloom.ts'
import { contractAddress } from '../../../chain/encoding/decode/receipt.ts'
import { senderAt } from '../../../chain/encoding/senders.ts'
import { receiptsWithoutBlooms } from '../../../chain/encoding/storedBlock.ts'
import { GAS_PER_BLOB } from '../../../chain/protocol/blobGas.ts'
import type { AsciiWriter } from '../../../primitives/asciiWriter.ts'
import { toNumber } from '../../../primitives/hex.ts'
import { RlpCursor } from '../../../primitives/readRlp.ts'
import { blobPriceOf, type LogMember, type ReceiptMember } from '../createDialect.ts'
import { objectWriter, type WriteMember } from './members.ts'
import type { Span, TransactionSpans } from './transactionSpans.ts'
import { type BlockFacts, quoted, writeList, writeSender } from './transactionText.ts'

/** A receipt of a block, and where it is written. */
interface LocatedReceipt {
  readonly out: AsciiWriter
  readonly facts: BlockFacts
  /** of its transaction */
  readonly index: number
  readonly transaction: TransactionSpans
  /** in wei per blob gas */
  readonly blobGasPrice: bigint
  /** RLP of all receipts, to which the spans refer */
  readonly receipts: Uint8Array
  readonly outcome: Span
  readonly cumulativeGas: Span
  /** the content of the list of logs */
  readonly logs: Span
  /** in gas: of all transactions before it */
  readonly gasBefore: number
  /** index in the block of the log that is written next */
  nextLog: number
  /** of the logs that are written; the same bytes for each receipt */
  readonly bloom: Uint8Array
}

/** A log, whose parts are read one after the other. */
interface LocatedLog {
  readonly out: AsciiWriter
  readonly of: LocatedReceipt
  readonly cursor: RlpCursor
}

/** The members of the object of a log, in their order. */
const logMembers: Readonly<Record<LogMember, WriteMember<LocatedLog>>> = {
  address({ out, of, cursor }, name) {
    cursor.moveTo(cursor.start)
    const { receipts, bloom } = of
    addToBloom(bloom, receipts.subarray(cursor.start, cursor.end))
    out.text(name)
    out.data(receipts, cursor.start, cursor.end)
    cursor.next()
  },
  topics({ out, of: { receipts, bloom }, cursor }, name) {
    out.text(name)
    writeList(out, receipts, [cursor.start, cursor.end], ({ start, end }) => {
      addToBloom(bloom, receipts.subarray(start, end))
      out.data(receipts, start, end)
    })
    cursor.next()
  },
  data({ out, of: { receipts }, cursor }, name) {
    out.text(name)
    out.data(receipts, cursor.start, cursor.end)
  },
  blockNumber: ({ out, of }, name) => out.texts(name, of.facts.blockNumber),
  transactionHash({ out, of }, name) {
    out.text(name)
    out.data(of.transaction.hash)
  },
  transactionIndex: ({ out, of }, name) => out.texts(name, quoted(of.index)),
  blockHash({ out, of }, name) {
    out.text(name)
    out.bytes(of.facts.blockHash)
  },
  logIndex: ({ out, of }, name) => out.texts(name, quoted(of.nextLog++)),
  removed: ({ out }, name) => out.text(`${name}false`),
  blockTimestamp({ out, of: { facts } }, name) {
    if (facts.style.hasBlockTimestamp) out.texts(name, facts.timestamp)
  },
}

const writeLog = objectWriter(logMembers)

/** Of a receipt without logs, as most are. */
const NO_BLOOM = Buffer.from(`"0x${'00'.repeat(256)}"`)

/** The members of the object of a receipt, in their order. */
const receiptMembers: Readonly<Record<ReceiptMember, WriteMember<LocatedReceipt>>> = {
  blockHash({ out, facts }, name) {
    out.text(name)
    out.bytes(facts.blockHash)
  },
  blockNumber: ({ out, facts }, name) => out.texts(name, facts.blockNumber),
  contractAddress({ out, facts, transaction, index }, name) {
    out.text(name)
    if (!transaction.isCreation) out.text('null')
    else {
      const nonce = transaction.integer('nonce') ?? 0n
      out.text(`"${contractAddress(senderAt(facts, index), nonce)}"`)
    }
  },
  cumulativeGasUsed({ out, receipts, cumulativeGas }, name) {
    out.text(name)
    out.quantity(receipts, ...cumulativeGas)
  },
  from({ out, facts, index }, name) {
    out.text(name)
    writeSender(out, facts, index)
  },
  to({ out, transaction }, name) {
    out.text(name)
    const [start, end] = transaction.span('to') as Span
    if (start === end) out.text('null')
    else out.data(transaction.bytes, start, end)
  },
  gasUsed(at, name) {
    at.out.texts(name, quoted(cumulativeGasOf(at) - at.gasBefore))
  },
  effectiveGasPrice({ out, transaction, facts }, name) {
    out.texts(name, quoted(transaction.gasPrice(facts.baseFeePerGas)))
  },
  logs(at, name) {
    const { out, receipts, logs, bloom } = at
    out.text(name)
    bloom.fill(0)
    writeList(out, receipts, logs, (cursor) => writeLog({ out, of: at, cursor }))
  },
  logsBloom({ out, bloom, logs: [start, end] }, name) {
    out.text(name)
    if (start === end) out.bytes(NO_BLOOM)
    else out.data(bloom)
  },
  status(at, name) {
    if (!hasRoot(at)) writeOutcome(at, name)
  },
  root(at, name) {
    if (hasRoot(at)) writeOutcome(at, name)
  },
  blobGasUsed({ out, transaction }, name) {
    const hashes = transaction.span('blobVersionedHashes')
    // Each hash takes 32 bytes and a prefix.
    if (hashes) out.texts(name, quoted(GAS_PER_BLOB * BigInt((hashes[1] - hashes[0]) / 33)))
  },
  blobGasPrice({ out, transaction, blobGasPrice, facts }, name) {
    const price = transaction.span('blobVersionedHashes')
      ? blobGasPrice
      : blobPriceOf(facts.style, { blobGasPrice })
    if (price !== undefined) out.texts(name, quoted(price))
  },
  transactionHash({ out, transaction }, name) {
    out.text(name)
    out.data(transaction.hash)
  },
  transactionIndex: ({ out, index }, name) => out.texts(name, quoted(index)),
  type: ({ out, transaction }, name) => out.texts(name, quoted(transaction.type)),
  blockTimestamp({ out, facts }, name) {
    if (facts.style.hasReceiptTimestamp) out.texts(name, String(facts.time))
  },
}

const writeReceipt = objectWriter(receiptMembers)

function cumulativeGasOf({ receipts, cumulativeGas }: LocatedReceipt): number {
  return toNumber(receipts.subarray(...cumulativeGas))
}

/** EIP-658 replaced the state root, 32 bytes, by a status of one byte or none. */
function hasRoot({ outcome: [start, end] }: LocatedReceipt): boolean {
  return end - start === 32
}

function writeOutcome(at: LocatedReceipt, name: string): void {
  const { out, receipts, outcome } = at
  out.text(name)
  if (hasRoot(at)) out.data(receipts, ...outcome)
  else out.quantity(receipts, ...outcome)
}

/** Writes the receipts of a block as its dialect does, but without objects. */
export function writeReceiptsText(
  out: AsciiWriter,
  block: SealedBlock,
  facts: BlockFacts,
  transactions: readonly TransactionSpans[],
): void {
  // RLP list of [type, outcome, cumulative gas, logs]
  const receipts = receiptsWithoutBlooms(block)
  const cursor = new RlpCursor(receipts)
  const { blobGasPrice } = block
  const bloom = new Uint8Array(256)
  let [gasBefore, nextLog] = [0, 0]
  out.text('[')
  for (const [index, offset] of cursor.itemsAt(0).entries()) {
    if (index > 0) out.text(',')
    const spans = cursor.spansAt(offset)
    const at: LocatedReceipt = {
      out,
      facts,
      index,
      transaction: transactions[index] as TransactionSpans,
      blobGasPrice,
      receipts,
      outcome: spanOf(spans, 1),
      cumulativeGas: spanOf(spans, 2),
      logs: spanOf(spans, 3),
      gasBefore,
      nextLog,
      bloom,
    }
    writeReceipt(at)
    gasBefore = cumulativeGasOf(at)
    nextLog = at.nextLog
  }
  out.text(']')
}

function spanOf(spans: readonly number[], item: number): Span {
  return [spans[2 * item] as number, spans[2 * item + 1] as number]
}
