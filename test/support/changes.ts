import type { Chain } from '../../src/chain/chain.ts'
import { fromHex, type Hex, toBigInt, toHex } from '../../src/primitives/hex.ts'
import {
  type Envelope,
  type Fields,
  type Item,
  type LooseBlock,
  resign,
  uint,
} from './looseBlock.ts'

/*
 * Ways to make a block wrong in one place.
 */

/** The arguments of a corruption: the block to change, all blocks, and a function that signs for the accounts. */
export interface Change {
  readonly block: LooseBlock
  readonly blocks: readonly LooseBlock[]
  /** Signs the transaction at this index again as its sender; a legacy one with this chain id. */
  readonly sign: (index: number, chainId?: number) => void
}

export const CHAIN_ID = 1337

/** Of secp256k1 (SEC 2, 2.4.1). */
export const CURVE_ORDER =
  0xffffffff_ffffffff_ffffffff_fffffffe_baaedce6_af48a03b_bfd25e8c_d0364141n

export function signer(chain: Chain, block: LooseBlock): Change['sign'] {
  return (index, chainId) => {
    const sender = toHex(block.senders.subarray(20 * index, 20 * index + 20))
    const account = chain.accounts.find(({ address }) => address === sender)
    resign(at(block.transactions, index), account?.privateKey as Hex, chainId)
  }
}

export function at<T>(items: readonly T[], index = 0): T {
  const item = items[index]
  if (item === undefined) throw new Error(`there is no item ${index}`)
  return item
}

export const first = (block: LooseBlock): Fields => at(block.transactions).fields
export const firstReceipt = (block: LooseBlock): Fields => at(block.receipts).fields

export function put(fields: Fields, name: string, item: Item): void {
  fields[name] = item
}

export function set(fields: Fields, name: string, value: bigint): void {
  fields[name] = uint(value)
}

export function add(fields: Fields, name: string, difference: bigint): void {
  set(fields, name, toBigInt(fields[name] as Uint8Array) + difference)
}

export function copy(block: LooseBlock, from: LooseBlock | undefined, name: string): void {
  block.header[name] = from?.header[name] as Item
}

/** Flips the last bit. */
export function flip(fields: Fields, name: string): void {
  const bytes = (fields[name] as Uint8Array).slice()
  bytes[bytes.length - 1] = (bytes[bytes.length - 1] ?? 0) ^ 1
  fields[name] = bytes
}

/** Cuts a field to this many bytes. */
export function cut(fields: Fields, name: string, length: number): void {
  const bytes = new Uint8Array(length)
  bytes.set((fields[name] as Uint8Array).subarray(0, length))
  fields[name] = bytes
}

/** Adds a zero before a number. */
export function zero(fields: Fields, name: string): void {
  fields[name] = Uint8Array.from([0, ...(fields[name] as Uint8Array)])
}

/** Sets the difficulty that results if the parent's uncles are ignored (EIP-100). */
export function forgetUncles(block: LooseBlock, blocks: readonly LooseBlock[]): void {
  const parent = at(blocks, block.number - 1)
  add(block.header, 'difficulty', -(toBigInt(parent.header.difficulty as Uint8Array) / 2048n))
}

export function dropLast(block: LooseBlock): void {
  block.transactions.pop()
  block.receipts.pop()
  block.senders = block.senders.slice(0, -20)
}

export function retype(type: number): (change: Change) => void {
  return ({ block }) => {
    at(block.transactions).type = type
  }
}

/** Changes the first transaction and signs it again, so that its signature stays valid. */
export function signed(
  change: (fields: Fields) => void,
  chainId?: number,
): (change: Change) => void {
  return ({ block, sign }) => {
    change(first(block))
    sign(0, chainId)
  }
}

export function createWith(length: number): (fields: Fields) => void {
  return (fields) => {
    fields.to = new Uint8Array(0)
    fields.input = new Uint8Array(length)
    set(fields, 'gas', 1_000_000n)
  }
}

/** Turns the first transaction into type 3, with a blob for each given version. */
export function blobs(versions: readonly number[], others: Fields = {}): (change: Change) => void {
  return insertFields(3, {
    maxFeePerBlobGas: uint(10n ** 9n),
    blobVersionedHashes: versions.map((version) =>
      Uint8Array.from([version, ...Array(31).fill(7)]),
    ),
    ...others,
  })
}

/** Turns the first transaction into type 4. */
export function authorizations(list: Item[]): (change: Change) => void {
  return insertFields(4, { authorizationList: list })
}

export function authorization(addressLength: number): Item[] {
  const signature = [uint(0), uint(1), uint(1)]
  return [uint(CHAIN_ID), new Uint8Array(addressLength).fill(7), uint(0), ...signature]
}

/** Turns a type 2 transaction into type 3 or 4 by inserting fields before its signature. */
function insertFields(type: number, fields: Fields): (change: Change) => void {
  return ({ block, sign }) => {
    const transaction: Envelope = at(block.transactions)
    const { v, r, s, ...rest } = transaction.fields
    const to = (rest.to as Uint8Array).length === 0 ? new Uint8Array(20).fill(7) : rest.to
    transaction.type = type
    transaction.fields = { ...rest, to, ...fields, v, r, s } as Fields
    // Enough for any data in the transaction.
    set(transaction.fields, 'gas', 1_000_000n)
    sign(0)
  }
}

export function flipParity(fields: Fields): void {
  set(fields, 'v', 1n - toBigInt(fields.v as Uint8Array))
}

/** The same signature with the other s and thus the other parity: the sender stays the same. */
export function raiseS(fields: Fields): void {
  set(fields, 's', CURVE_ORDER - toBigInt(fields.s as Uint8Array))
  flipParity(fields)
}

/** The same for a legacy transaction without EIP-155. */
export function raiseSOfLegacy(fields: Fields): void {
  set(fields, 's', CURVE_ORDER - toBigInt(fields.s as Uint8Array))
  set(fields, 'v', 55n - toBigInt(fields.v as Uint8Array))
}

/** The indexes of the first two transactions of type 2 with the same sender. */
export function twoOfOneSender(block: LooseBlock): readonly [number, number] | undefined {
  const seen = new Map<string, number>()
  for (const [index, { type }] of block.transactions.entries()) {
    if (type !== 2) continue
    const sender = toHex(block.senders.subarray(20 * index, 20 * index + 20))
    const before = seen.get(sender)
    if (before !== undefined) return [before, index]
    seen.set(sender, index)
  }
  return undefined
}

export function gapAfterFirst({ block, sign }: Change): void {
  const [, later] = twoOfOneSender(block) as readonly [number, number]
  add(at(block.transactions, later).fields, 'nonce', 1n)
  sign(later)
}

export function repeatFirst({ block, sign }: Change): void {
  const [earlier, later] = twoOfOneSender(block) as readonly [number, number]
  const { nonce } = at(block.transactions, earlier).fields
  put(at(block.transactions, later).fields, 'nonce', nonce as Item)
  sign(later)
}

/** A sibling of a block: the same header except for the miner's own fields. */
export function relabelled(block: LooseBlock | undefined): Fields {
  return { ...block?.header, extraData: fromHex('0x07') }
}

export function flipStatus(fields: Fields): void {
  set(fields, 'status', 1n - toBigInt(fields.status as Uint8Array))
}

/** @param part 0 the address, 1 a topic, 2 the data, 5 how many topics there are */
export function changeLog(block: LooseBlock, part: 0 | 1 | 2 | 5): void {
  const log = (firstReceipt(block).logs as Item[])[0] as [Uint8Array, Uint8Array[], Uint8Array]
  if (part === 0) log[0] = log[0].slice(1)
  if (part === 1) log[1][0] = new Uint8Array(32).fill(7)
  if (part === 2) log[2] = new Uint8Array(32).fill(7)
  if (part === 5) log[1] = Array(5).fill(new Uint8Array(32))
}
