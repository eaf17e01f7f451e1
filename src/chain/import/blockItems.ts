import { RLP } from '@ethereumjs/rlp'
import { messageOf } from '../../primitives/errors.ts'
import { hasAtMostItems } from '../../primitives/readRlp.ts'
import { encodeRlpList, headAt } from '../../primitives/rlp.ts'
import {
  addedHeaderFieldNames,
  type HeaderFieldName,
  headerFieldNames,
} from '../encoding/header.ts'
import { InvalidBlockError } from '../execution/executeBlock.ts'
import { fieldProblem } from './fieldProblem.ts'

type Bytes = Uint8Array
type Item = Bytes | readonly Item[]

/** The most and the fewest fields that a header can have: those of the latest fork, and those of Frontier. */
const HEADER_FIELDS_MAX = headerFieldNames.length
const HEADER_FIELDS_MIN = HEADER_FIELDS_MAX - addedHeaderFieldNames.length

/** In bytes: the type of a transaction, which precedes its RLP (EIP-2718). */
const TYPE_BYTES = 1

/** The size in bytes of the fields of a withdrawal: exact for the address, a maximum for the others (EIP-4895). */
const withdrawalLayout = { index: 8, validatorIndex: 8, address: 20, amount: 8 } as const

/** What follows the header of a block: withdrawals from Shanghai on. */
const listNames = ['transactions', 'uncles', 'withdrawals'] as const

/** The fields of a header by name; those that its fork does not have are absent. */
export type HeaderItems = Readonly<Partial<Record<HeaderFieldName, Bytes>>>

/** The RLP items of a block. The format of everything but the transactions has been checked. */
export interface BlockItems {
  readonly header: HeaderItems
  readonly transactions: readonly Item[]
  readonly uncles: readonly { readonly fields: HeaderItems; readonly items: Bytes[] }[]
  /** undefined before Shanghai */
  readonly withdrawals: readonly Item[] | undefined
  /** The RLP of a list that has not been decoded. It is not part of the block itself; only some files have it (EIP-7928). */
  readonly accessList: Uint8Array | undefined
}

/**
 * Decodes a block's RLP.
 *
 * @param number of the block, for errors
 * @throws {InvalidBlockError} if something does not have the format of a block
 */
export function readBlockItems(number: number, rlp: Uint8Array): BlockItems {
  const { rest, accessList } = withoutAccessList(rlp)
  const block = decode(number, rest)
  const [header, ...lists] = block instanceof Uint8Array ? [] : block
  if (header === undefined || lists.length < 2 || lists.length > listNames.length) {
    throw new InvalidBlockError(number, 'rlp', 'it is not a list of header, transactions, uncles')
  }
  const [transactions = [], uncles = [], withdrawals] = lists.map((list, index) =>
    requireList(number, listNames[index] ?? '', list),
  )
  for (const [index, withdrawal] of (withdrawals ?? []).entries()) {
    requireWithdrawal(number, index, withdrawal)
  }
  for (const [index, transaction] of transactions.entries()) {
    if (transaction instanceof Uint8Array) {
      requireFewItems(number, `transaction ${index}`, transaction.subarray(TYPE_BYTES))
    }
  }
  return {
    header: requireHeader(number, '', header),
    transactions,
    uncles: uncles.map((items, index) => ({
      fields: requireHeader(number, `uncle ${index} `, items),
      items: items as Bytes[],
    })),
    withdrawals,
    accessList,
  }
}

/** An access list is not decoded, because each of its items may take a single byte. */
function withoutAccessList(rlp: Uint8Array): { rest: Uint8Array; accessList?: Uint8Array } {
  const { start, end } = headAt(rlp, 0)
  let at = start
  for (let index = 0; index <= listNames.length; index++) at = headAt(rlp, at).end
  const last = headAt(rlp, at)
  if (end !== rlp.length || last.end !== end || !last.isList) return { rest: rlp }
  return { rest: encodeRlpList([rlp.subarray(start, at)]), accessList: rlp.subarray(at) }
}

/** Bounds memory: real blocks have ten bytes or more per item. */
function requireFewItems(number: number, field: string, rlp: Uint8Array): void {
  if (hasAtMostItems(rlp, 1000 + rlp.length / 4)) return
  throw new InvalidBlockError(number, field, 'it has more items than a block can have')
}

function decode(number: number, rlp: Uint8Array): Item {
  requireFewItems(number, 'rlp', rlp)
  try {
    return RLP.decode(rlp)
  } catch (error) {
    // Deeply nested lists overflow the stack, which is a RangeError; other errors are about wrong lengths.
    const problem =
      error instanceof RangeError ? 'its lists are nested too deeply' : messageOf(error)
    throw new InvalidBlockError(number, 'rlp', problem, { cause: error })
  }
}

function requireList(number: number, field: string, item: Item): readonly Item[] {
  if (item instanceof Uint8Array) throw new InvalidBlockError(number, field, 'it is not a list')
  return item
}

function requireHeader(number: number, prefix: string, item: Item): HeaderItems {
  const header = requireList(number, `${prefix}header`, item)
  if (header.length < HEADER_FIELDS_MIN || header.length > HEADER_FIELDS_MAX) {
    throw new InvalidBlockError(
      number,
      `${prefix}header`,
      `it has ${header.length} fields, and must have ${HEADER_FIELDS_MIN} to ${HEADER_FIELDS_MAX}`,
    )
  }
  const fields = header.map((item, index): [HeaderFieldName, Bytes] => {
    const name = headerFieldNames[index] as HeaderFieldName
    const problem = item instanceof Uint8Array ? fieldProblem(name, item) : 'it is a list'
    if (problem !== undefined) throw new InvalidBlockError(number, `${prefix}${name}`, problem)
    return [name, item as Bytes]
  })
  return Object.fromEntries(fields)
}

function requireWithdrawal(number: number, index: number, withdrawal: Item): void {
  const layout = Object.entries(withdrawalLayout)
  const field = `withdrawal ${index}`
  if (withdrawal instanceof Uint8Array || withdrawal.length !== layout.length) {
    const names = layout.map(([name]) => name).join(', ')
    throw new InvalidBlockError(number, field, `it is not a list of ${names}`)
  }
  for (const [at, [name, length]] of layout.entries()) {
    const item = withdrawal[at] as Item
    const isShort = name === 'address' && item.length < length
    if (!(item instanceof Uint8Array) || item.length > length || isShort) {
      throw new InvalidBlockError(number, `${field} ${name}`, `it does not have ${length} bytes`)
    }
  }
}
