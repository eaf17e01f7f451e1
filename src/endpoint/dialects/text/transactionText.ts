import {
  authorizationFields,
  type TransactionFieldKind,
  transactionFields,
} from '../../../chain/encoding/transactionFields.ts'
import type { AsciiWriter } from '../../../primitives/asciiWriter.ts'
import { toQuantity } from '../../../primitives/hex.ts'
import { RlpCursor } from '../../../primitives/rlpCursor.ts'
import type { DialectStyle } from '../dialect.ts'
import type { Span, TransactionSpans } from './transactionSpans.ts'

/** What the transactions of a block have in common. */
export interface BlockFacts {
  readonly style: DialectStyle
  /** the members `blockHash` and `blockNumber` */
  readonly place: Uint8Array
  /** the members `blockHash` and `logIndex` of a log, the latter without its value */
  readonly logPlace: Uint8Array
  /** QUANTITY, in quotes */
  readonly blockNumber: string
  /** QUANTITY, in quotes */
  readonly timestamp: string
  /** in wei per gas; 0 before London */
  readonly baseFeePerGas: bigint
  /** 20 bytes for each transaction */
  readonly senders: Uint8Array
}

/** The members that only some types have, between `type` and `v`. */
const typedMembers = [
  'accessList',
  'maxPriorityFeePerGas',
  'maxFeePerGas',
  'maxFeePerBlobGas',
  'blobVersionedHashes',
  'authorizationList',
] as const

/** Writes a transaction of a block as its dialect does, but without objects. */
export function writeTransactionText(
  out: AsciiWriter,
  transaction: TransactionSpans,
  index: number,
  facts: BlockFacts,
): void {
  const { type, hash } = transaction
  const { style, senders } = facts
  const field = (name: Parameters<TransactionSpans['span']>[0], kind: TransactionFieldKind) =>
    writeMember(out, transaction, name, kind)
  out.text('{')
  out.bytes(facts.place)
  out.text(`,"transactionIndex":"${toQuantity(index)}","from":`)
  out.data(senders, 20 * index, 20 * index + 20)
  field('to', 'recipient')
  field('gas', 'bigint')
  out.text(`,"gasPrice":"${toQuantity(transaction.gasPrice(facts.baseFeePerGas))}","hash":`)
  out.data(hash)
  field('input', 'data')
  field('nonce', 'number')
  field('value', 'bigint')
  out.text(`,"type":"${toQuantity(type)}"`)
  if (type > 0) for (const name of typedMembers) field(name, transactionFields[name])
  field('v', 'bigint')
  if (type > 0) {
    out.text(',"yParity":')
    writeField(out, transaction.bytes, transaction.span('v') as Span, 'bigint')
  }
  if (style.hasBlockTimestamp) out.text(`,"blockTimestamp":${facts.timestamp}`)
  if (type >= style.chainIdSince) writeChainId(out, transaction)
  for (const name of ['r', 's'] as const) {
    if (!style.hasPaddedSignature) field(name, 'bigint')
    else {
      out.text(`,"${name}":`)
      out.paddedData(transaction.bytes, ...(transaction.span(name) as Span), 32)
    }
  }
  out.text('}')
}

function writeChainId(out: AsciiWriter, transaction: TransactionSpans): void {
  if (transaction.type > 0) {
    writeMember(out, transaction, 'chainId', 'bigint')
    return
  }
  // EIP-155: v = 35 + 2 × chain id + parity
  const v = transaction.integer('v') as bigint
  if (v >= 35n) out.text(`,"chainId":"${toQuantity((v - 35n) / 2n)}"`)
}

function writeMember(
  out: AsciiWriter,
  transaction: TransactionSpans,
  name: Parameters<TransactionSpans['span']>[0],
  kind: TransactionFieldKind,
): void {
  const span = transaction.span(name)
  if (span === undefined) return
  out.text(`,"${name}":`)
  writeField(out, transaction.bytes, span, kind)
}

function writeField(
  out: AsciiWriter,
  bytes: Uint8Array,
  [start, end]: Span,
  kind: TransactionFieldKind,
): void {
  switch (kind) {
    case 'number':
    case 'bigint':
      out.quantity(bytes, start, end)
      break
    case 'recipient':
      if (start === end) out.text('null')
      else out.data(bytes, start, end)
      break
    case 'data':
    case 'address':
      out.data(bytes, start, end)
      break
    case 'hashes':
      writeList(out, bytes, [start, end], (cursor) => out.data(bytes, cursor.start, cursor.end))
      break
    case 'accessList':
      writeList(out, bytes, [start, end], (cursor) => writeAccess(out, bytes, cursor))
      break
    case 'authorizations':
      writeList(out, bytes, [start, end], (cursor) => writeAuthorization(out, bytes, cursor))
  }
}

/** @param span of the content of a list */
export function writeList(
  out: AsciiWriter,
  bytes: Uint8Array,
  [start, end]: Span,
  write: (cursor: RlpCursor) => void,
): void {
  const cursor = new RlpCursor(bytes)
  out.text('[')
  for (let at = start; at < end; ) {
    if (at > start) out.text(',')
    cursor.moveTo(at)
    at = cursor.end
    write(cursor)
  }
  out.text(']')
}

function writeAccess(out: AsciiWriter, bytes: Uint8Array, entry: RlpCursor): void {
  entry.moveTo(entry.start)
  out.text('{"address":')
  out.data(bytes, entry.start, entry.end)
  entry.next()
  out.text(',"storageKeys":')
  writeList(out, bytes, [entry.start, entry.end], (key) => out.data(bytes, key.start, key.end))
  out.text('}')
}

const authorizationMembers = Object.entries(authorizationFields)

function writeAuthorization(out: AsciiWriter, bytes: Uint8Array, entry: RlpCursor): void {
  let before = '{'
  entry.moveTo(entry.start)
  for (const [name, kind] of authorizationMembers) {
    out.text(`${before}"${name}":`)
    writeField(out, bytes, [entry.start, entry.end], kind)
    entry.next()
    before = ','
  }
  out.text('}')
}
