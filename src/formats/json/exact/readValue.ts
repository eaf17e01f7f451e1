import {
  authorizationFields,
  type TransactionFieldKind,
} from '../../../chain/encoding/transactionFields.ts'
import { EMPTY_STRING } from '../../../primitives/rlp.ts'
import type { RlpWriter } from '../../../primitives/rlpWriter.ts'
import { OtherTextError, type TextCursor } from './textCursor.ts'

/** Reads a JSON value, and writes it as an RLP item. */
export type ReadValue = (text: TextCursor, rlp: RlpWriter) => void

const ZERO = 0x30
const NULL = Buffer.from('null')

/** The most digits of 256 bits. */
const QUANTITY_DIGITS_MAX = 64

/** A QUANTITY, or DATA with leading zeros. */
export const quantity: ReadValue = (text, rlp) => {
  text.digits()
  let { start } = text
  while (start < text.end && text.bytes[start] === ZERO) start++
  if (text.end - start > QUANTITY_DIGITS_MAX) throw new OtherTextError()
  rlp.digits(text.bytes, start, text.end)
}

/** @param length in bytes, if it is fixed */
export function data(length?: number): ReadValue {
  const count = length && 2 * length
  return (text, rlp) => {
    text.digits(count)
    rlp.digits(text.bytes, text.start, text.end)
  }
}

/** What follows from the rest of the block, so nothing of it is written. */
export const scalar: ReadValue = (text) => text.scalar()

function list(read: ReadValue): ReadValue {
  return (text, rlp) => {
    const start = rlp.open()
    text.list(() => read(text, rlp))
    rlp.close(start)
  }
}

/**
 * An object whose RLP is a list of its members in their order.
 *
 * @param members scalars may follow
 */
function tuple(members: Readonly<Record<string, ReadValue>>): ReadValue {
  const all = Object.entries(members).map(([name, read], index) => {
    return { name: Buffer.from(`${index === 0 ? '{' : ','}"${name}":`), read }
  })
  return (text, rlp) => {
    const start = rlp.open()
    for (const { name, read } of all) {
      text.expect(name)
      read(text, rlp)
    }
    text.endOfObject()
    rlp.close(start)
  }
}

const address = data(20)
export const hashes = list(data(32))

/** How each kind of field is read. */
export const readersByKind: Readonly<Record<TransactionFieldKind, ReadValue>> = {
  number: quantity,
  bigint: quantity,
  data: data(),
  address,
  recipient(text, rlp) {
    if (text.take(NULL)) rlp.encoded(EMPTY_STRING)
    else address(text, rlp)
  },
  hashes,
  accessList: list(tuple({ address, storageKeys: hashes })),
  authorizations: (text, rlp) => authorizations(text, rlp),
}

/** @param fields of an object, in the order of its RLP and its JSON */
export function fieldsReader(fields: Readonly<Record<string, TransactionFieldKind>>): ReadValue {
  return tuple(
    Object.fromEntries(Object.entries(fields).map(([name, kind]) => [name, readersByKind[kind]])),
  )
}

const authorizations = list(fieldsReader(authorizationFields))

/** The logs of a receipt. */
export const logs = list(tuple({ address, topics: hashes, data: data() }))
