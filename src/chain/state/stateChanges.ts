import { ByteReader, ByteWriter } from '../../primitives/byteWriter.ts'
import { toBigInt, toMinimalBytes } from '../../primitives/hex.ts'
import {
  type AccountState,
  EMPTY_CODE_HASH,
  EMPTY_STORAGE,
  type StateTrie,
  type StorageTrie,
} from './account.ts'
import type { ByteText } from './byteText.ts'
import type { CodeStore } from './codeStore.ts'
import { type PlacedEntry, visitDifferences } from './trieDifferences.ts'

/**
 * What a block changes in the state, as bytes. Applying them to the state before the block gives the state after it,
 * without running the block. A block of ten transactions has about 650 bytes.
 *
 * A key that the state before the block has is written only up to the depth of its leaf, because the state has the rest.
 */
export type StateChanges = Uint8Array

// The first byte of an entry: what happens to it, and which of its fields follow.
const CHANGED = 0
const ADDED = 1
const REMOVED = 2
const ACTION_MASK = 3
const NONCE = 4
const BALANCE = 8
const CODE = 16
const STORAGE = 32

/** Ends the entries of a storage. */
const END = 255

/** Begins those of a storage that has nothing of the one before. */
const CLEARED = 254

const EMPTY_ACCOUNT: AccountState = {
  nonce: 0n,
  balance: 0n,
  codeHash: EMPTY_CODE_HASH,
  storage: EMPTY_STORAGE,
}

/** The changes that lead from one state to another. */
export function encodeChanges(before: StateTrie, after: StateTrie): StateChanges {
  const writer = new ByteWriter()
  visitDifferences(before, after, (key, old, account) => {
    if (account === undefined) return writeKey(writer, REMOVED, key, old)
    const { value } = old ?? { value: EMPTY_ACCOUNT }
    const fields = changedFields(value, account)
    if (old !== undefined && fields === 0) return
    writeKey(writer, fields | (old === undefined ? ADDED : CHANGED), key, old)
    if (fields & NONCE) writeNumber(writer, account.nonce)
    if (fields & BALANCE) writeNumber(writer, account.balance)
    if (fields & CODE) writer.bytes(account.codeHash)
    if (fields & STORAGE) writeStorage(writer, value, account)
  })
  return writer.take()
}

function changedFields(before: AccountState, after: AccountState): number {
  let fields = 0
  if (before.nonce !== after.nonce) fields |= NONCE
  if (before.balance !== after.balance) fields |= BALANCE
  if (Buffer.compare(before.codeHash, after.codeHash) !== 0) fields |= CODE
  if (before.storage.top !== after.storage.top || isOther(before, after)) fields |= STORAGE
  return fields
}

/** Whether the storage before has unknown parts, which the one after does not have. */
function isOther(before: AccountState, after: AccountState): boolean {
  const { origin } = before.storage
  return origin !== undefined && origin !== after.storage.origin
}

function writeStorage(writer: ByteWriter, old: AccountState, now: AccountState): void {
  if (isOther(old, now)) {
    writer.byte(CLEARED)
    writeDifferences(writer, EMPTY_STORAGE, now.storage)
  } else writeDifferences(writer, old.storage, now.storage)
}

function writeDifferences(writer: ByteWriter, before: StorageTrie, after: StorageTrie): void {
  visitDifferences(before, after, (key, old, value) => {
    if (value === undefined) return writeKey(writer, REMOVED, key, old)
    writeKey(writer, old === undefined ? ADDED : CHANGED, key, old)
    writer.byte(value.length)
    writer.text(value)
  })
  writer.byte(END)
}

/** @param old where the state before has the key */
function writeKey(
  writer: ByteWriter,
  head: number,
  key: ByteText,
  old: PlacedEntry<unknown> | undefined,
): void {
  writer.byte(head)
  if (old === undefined) {
    writer.text(key)
    return
  }
  const length = (old.depth + 1) >> 1
  writer.byte(length)
  writer.text(key.slice(0, length))
}

function writeNumber(writer: ByteWriter, value: bigint): void {
  const bytes = toMinimalBytes(value)
  writer.byte(bytes.length)
  writer.bytes(bytes)
}

/**
 * The state after a block. Removals come last: then fewer nodes beside them have to be read.
 *
 * @param before the block: a trie with the same entries as that from which the changes were made
 * @param codes of which accounts share the hashes
 */
export function applyEncodedChanges(
  before: StateTrie,
  changes: StateChanges,
  codes: Pick<CodeStore, 'get'>,
): StateTrie {
  const reader = new ByteReader(changes)
  const removed: ByteText[] = []
  let after = before
  while (!reader.isAtEnd) {
    const head = reader.byte()
    const [key, old = EMPTY_ACCOUNT] = readKey(reader, head, before)
    if ((head & ACTION_MASK) === REMOVED) removed.push(key)
    else after = after.setText(key, readAccount(reader, head, old, codes))
  }
  return removed.reduce((state, key) => state.deleteText(key), after)
}

/** The hashes of the codes that changes give to accounts, in hex without prefix. */
export function codesSetBy(changes: StateChanges): string[] {
  const names: string[] = []
  const reader = new ByteReader(changes)
  while (!reader.isAtEnd) {
    const head = reader.byte()
    skipKey(reader, head)
    if ((head & ACTION_MASK) === REMOVED) continue
    if (head & NONCE) reader.text(reader.byte())
    if (head & BALANCE) reader.text(reader.byte())
    if (head & CODE) names.push(Buffer.from(reader.bytes(32)).toString('hex'))
    if (head & STORAGE) skipStorage(reader)
  }
  return names
}

function skipStorage(reader: ByteReader): void {
  for (let head = reader.byte(); head !== END; head = reader.byte()) {
    if (head === CLEARED) continue
    skipKey(reader, head)
    if (head !== REMOVED) reader.text(reader.byte())
  }
}

function skipKey(reader: ByteReader, head: number): void {
  reader.text((head & ACTION_MASK) === ADDED ? 32 : reader.byte())
}

function readAccount(
  reader: ByteReader,
  fields: number,
  old: AccountState,
  codes: Pick<CodeStore, 'get'>,
): AccountState {
  const nonce = fields & NONCE ? readNumber(reader) : old.nonce
  const balance = fields & BALANCE ? readNumber(reader) : old.balance
  const codeHash = fields & CODE ? readCodeHash(reader, codes) : old.codeHash
  const storage = fields & STORAGE ? readStorage(reader, old.storage) : old.storage
  return { nonce, balance, codeHash, storage }
}

function readCodeHash(reader: ByteReader, codes: Pick<CodeStore, 'get'>): Uint8Array {
  const hash = reader.bytes(32)
  return codes.get(Buffer.from(hash).toString('hex'))?.hash ?? hash
}

function readStorage(reader: ByteReader, before: StorageTrie): StorageTrie {
  const removed: ByteText[] = []
  let after = before
  for (let head = reader.byte(); head !== END; head = reader.byte()) {
    if (head === CLEARED) {
      after = EMPTY_STORAGE
      continue
    }
    const [key] = readKey(reader, head, before)
    if (head === REMOVED) removed.push(key)
    else after = after.setText(key, reader.text(reader.byte()))
  }
  return removed.reduce((storage, key) => storage.deleteText(key), after)
}

function readKey<Value>(
  reader: ByteReader,
  head: number,
  before: { entryAt(start: ByteText): readonly [ByteText, Value] | undefined },
): readonly [key: ByteText, old?: Value] {
  if ((head & ACTION_MASK) === ADDED) return [reader.text(32)]
  const found = before.entryAt(reader.text(reader.byte()))
  if (found === undefined) throw new Error('the changes are those of another state')
  return found
}

function readNumber(reader: ByteReader): bigint {
  return toBigInt(reader.bytes(reader.byte()))
}
