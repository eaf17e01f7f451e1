import { ADDRESS_BYTES } from '../../../chain/encoding/senders.ts'
import {
  authorizationFields,
  type TransactionFieldKind,
  type TransactionFieldName,
  transactionFields,
} from '../../../chain/encoding/transactionFields.ts'
import type { AsciiWriter } from '../../../primitives/asciiWriter.ts'
import { toQuantity } from '../../../primitives/hex.ts'
import { RlpCursor } from '../../../primitives/readRlp.ts'
import type { TransactionMember } from '../createDialect.ts'
import type { DialectStyle } from '../dialect.ts'
import { objectWriter, type WriteMember } from './members.ts'
import type { Span, TransactionSpans } from './transactionSpans.ts'

/** What the transactions of a block have in common. The texts are values in quotes. */
export interface BlockFacts {
  readonly style: DialectStyle
  readonly blockHash: Uint8Array
  readonly blockNumber: string
  readonly timestamp: string
  /** the timestamp as a number */
  readonly time: bigint
  /** in wei per gas; 0 before London */
  readonly baseFeePerGas: bigint
  /** 20 bytes for each transaction */
  readonly senders: Uint8Array
}

/** A transaction of a block, and where it is written. */
interface Located {
  readonly out: AsciiWriter
  readonly transaction: TransactionSpans
  readonly index: number
  readonly facts: BlockFacts
}

/** The members of the object of a transaction, in their order. */
const members: Readonly<Record<TransactionMember, WriteMember<Located>>> = {
  blockHash({ out, facts }, name) {
    out.text(name)
    out.bytes(facts.blockHash)
  },
  blockNumber: ({ out, facts }, name) => out.texts(name, facts.blockNumber),
  transactionIndex: ({ out, index }, name) => out.texts(name, quoted(index)),
  from({ out, index, facts }, name) {
    out.text(name)
    writeSender(out, facts, index)
  },
  to: field('to'),
  gas: field('gas'),
  gasPrice({ out, transaction, facts }, name) {
    out.texts(name, quoted(transaction.gasPrice(facts.baseFeePerGas)))
  },
  hash({ out, transaction }, name) {
    out.text(name)
    out.data(transaction.hash)
  },
  input: field('input'),
  nonce: field('nonce'),
  value: field('value'),
  type: ({ out, transaction }, name) => out.texts(name, quoted(transaction.type)),
  accessList: field('accessList'),
  maxPriorityFeePerGas: field('maxPriorityFeePerGas'),
  maxFeePerGas: field('maxFeePerGas'),
  maxFeePerBlobGas: field('maxFeePerBlobGas'),
  blobVersionedHashes: field('blobVersionedHashes'),
  authorizationList: field('authorizationList'),
  v: (at, name) => writeSpan(at, name, 'v', 'bigint'),
  yParity(at, name) {
    if (at.transaction.type > 0) writeSpan(at, name, 'v', 'bigint')
  },
  blockTimestamp({ out, facts }, name) {
    if (facts.style.hasBlockTimestamp) out.texts(name, facts.timestamp)
  },
  chainId({ out, transaction, facts }, name) {
    if (transaction.type < facts.style.chainIdSince) return
    const chainId = transaction.chainId()
    if (chainId !== undefined) out.texts(name, quoted(chainId))
  },
  r: (at, name) => writeWord(at, name, 'r'),
  s: (at, name) => writeWord(at, name, 's'),
}

/** Writes a transaction of a block as its dialect does, but without objects. */
export const writeTransactionText = objectWriter(members)

export function writeSender(out: AsciiWriter, { senders }: BlockFacts, index: number): void {
  out.data(senders, ADDRESS_BYTES * index, ADDRESS_BYTES * (index + 1))
}

/** A QUANTITY in quotes. */
export function quoted(value: number | bigint): string {
  return `"${toQuantity(value)}"`
}

/** Writes a field if the type of the transaction has it. */
function field(name: TransactionFieldName): WriteMember<Located> {
  return (at, text) => writeSpan(at, text, name, transactionFields[name])
}

function writeSpan(
  { out, transaction }: Located,
  name: string,
  field: TransactionFieldName | 'v' | 'r' | 's',
  kind: TransactionFieldKind,
): void {
  const span = transaction.span(field)
  if (span === undefined) return
  out.text(name)
  writeField(out, transaction.bytes, span, kind)
}

function writeWord(at: Located, name: string, field: 'r' | 's'): void {
  const { out, transaction, facts } = at
  if (facts.style.hasPaddedSignature) {
    out.text(name)
    out.paddedData(transaction.bytes, ...(transaction.span(field) as Span), 32)
  } else writeSpan(at, name, field, 'bigint')
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

function writeAuthorization(out: AsciiWriter, bytes: Uint8Array, entry: RlpCursor): void {
  writeFields(out, bytes, entry, authorizationFields)
}

/** Writes an item that is a list of fields. */
export function writeFields(
  out: AsciiWriter,
  bytes: Uint8Array,
  item: RlpCursor,
  fields: Readonly<Record<string, TransactionFieldKind>>,
): void {
  let before = '{'
  item.moveTo(item.start)
  for (const [name, kind] of Object.entries(fields)) {
    out.text(`${before}"${name}":`)
    writeField(out, bytes, [item.start, item.end], kind)
    item.next()
    before = ','
  }
  out.text('}')
}
