import { type Hex, toHex } from '../../primitives/hex.ts'
import { keccak256 } from '../../primitives/keccak.ts'
import type { DecodedHeader } from './decodedHeader.ts'
import { requireEqual, Violation } from './finding.ts'
import { decodeRlp, ListReader, requireList } from './listReader.ts'

/** In gas: what a block's gas limit must have for each address and slot (EIP-7928). */
const ITEM_GAS = 2000n

/** In bytes: the longest code of a contract (EIP-7954). */
const CODE_MAX = 65_536

/** The changes of an account by the index of the transaction. */
interface DecodedChanges {
  /** in wei */
  readonly balances: ReadonlyMap<number, bigint>
  readonly nonces: ReadonlyMap<number, bigint>
  readonly codes: ReadonlyMap<number, Uint8Array>
}

/** What a block accesses, by address. */
export type DecodedAccessList = ReadonlyMap<Hex, DecodedChanges>

/**
 * Checks an access list by itself and against its header (EIP-7928): the order of its entries, that slots are not listed
 * twice, its length, and its hash.
 *
 * @param indexMax the highest index of a change: one above the number of transactions
 * @throws {Violation}
 */
export function verifyAccessList(
  rlp: Uint8Array,
  header: Pick<DecodedHeader, 'blockAccessListHash' | 'gasLimit'>,
  indexMax: number,
): DecodedAccessList {
  if (header.blockAccessListHash === undefined) {
    throw new Violation('accessList', 'present', 'absent', 'blocks have one from Amsterdam on')
  }
  const accounts = requireList('accessList', decodeRlp('accessList', rlp))
  const accesses = new Map<Hex, DecodedChanges>()
  const addresses: Hex[] = []
  let items = BigInt(accounts.length)
  for (const [at, account] of accounts.entries()) {
    const path = `accessList[${at}]`
    const reader = new ListReader(path, account)
    const address = reader.hex('address', 20)
    addresses.push(address)
    items += verifySlots(path, reader, indexMax)
    accesses.set(address, {
      balances: readChanges(path, reader, 'balanceChanges', indexMax, (each) =>
        each.uint('value', 32),
      ),
      nonces: readChanges(path, reader, 'nonceChanges', indexMax, (each) => each.uint('value', 8)),
      codes: readChanges(path, reader, 'codeChanges', indexMax, readCode),
    })
    reader.end()
  }
  requireOrder('accessList', addresses)
  const most = header.gasLimit / ITEM_GAS
  if (items > most) {
    const rule = 'a block accesses one address or slot for each 2,000 gas of its limit (EIP-7928)'
    throw new Violation('accessList', `${items} addresses and slots`, `at most ${most}`, rule)
  }
  requireEqual<string>(
    'blockAccessListHash',
    header.blockAccessListHash,
    toHex(keccak256(rlp)),
    'it is keccak of the access list (EIP-7928)',
  )
  return accesses
}

/** @returns how many slots there are */
function verifySlots(path: string, reader: ListReader, indexMax: number): bigint {
  const written = reader.list('storageChanges').map((change, at) => {
    const place = `${path}.storageChanges[${at}]`
    const slot = new ListReader(place, change)
    const key = wordOf(slot.uint('slot', 32))
    const changes = readChanges(place, slot, 'changes', indexMax, (each) => each.uint('value', 32))
    if (changes.size === 0) {
      const rule = 'a slot that does not change is listed as read (EIP-7928)'
      throw new Violation(`${place}.changes`, 'an empty list', 'at least one change', rule)
    }
    slot.end()
    return key
  })
  const reads = reader.list('storageReads').map((slot, at) => {
    return wordOf(new ListReader(`${path}.storageReads[${at}]`, [slot]).uint('slot', 32))
  })
  requireOrder(`${path}.storageChanges`, written)
  requireOrder(`${path}.storageReads`, reads)
  const changed = new Set(written)
  const both = reads.find((slot) => changed.has(slot))
  if (both !== undefined) {
    const rule = 'a slot that changes is not listed as read (EIP-7928)'
    throw new Violation(`${path}.storageReads`, both, 'a slot that does not change', rule)
  }
  return BigInt(written.length + reads.length)
}

/** @returns the values by the index of the transaction */
function readChanges<Value>(
  path: string,
  list: ListReader,
  name: string,
  indexMax: number,
  readValue: (change: ListReader, path: string) => Value,
): Map<number, Value> {
  const values = new Map<number, Value>()
  const indexes = list.list(name).map((change, at) => {
    const place = `${path}.${name}[${at}]`
    const reader = new ListReader(place, change)
    const index = reader.uint('index', 4)
    values.set(Number(index), readValue(reader, place))
    reader.end()
    if (index <= BigInt(indexMax)) return wordOf(index)
    const rule = 'changes name a transaction, or what is before or after all of them (EIP-7928)'
    throw new Violation(`${place}.index`, index, `at most ${indexMax}`, rule)
  })
  requireOrder(`${path}.${name}`, indexes)
  return values
}

function readCode(change: ListReader, path: string): Uint8Array {
  const code = change.bytes('code')
  if (code.length <= CODE_MAX) return code
  const rule = 'contracts have no longer code (EIP-7954)'
  throw new Violation(`${path}.code`, `${code.length} bytes`, `at most ${CODE_MAX} bytes`, rule)
}

/** @param keys hex of one length */
function requireOrder(field: string, keys: readonly string[]): void {
  const wrong = keys.findIndex((key, at) => at > 0 && key <= (keys[at - 1] as string))
  if (wrong === -1) return
  const rule = 'entries are in order, and each is there once (EIP-7928)'
  throw new Violation(field, keys[wrong] as string, `above ${keys[wrong - 1]}`, rule)
}

function wordOf(value: bigint): string {
  return `0x${value.toString(16).padStart(64, '0')}`
}
