import { toHex } from '../../primitives/hex.ts'
import { keccak256 } from '../../primitives/keccak.ts'
import type { DecodedHeader } from './decodedHeader.ts'
import { requireEqual, Violation } from './finding.ts'
import { decodeRlp, type Item, ListReader, requireList } from './listReader.ts'

/** In gas: what a block's gas limit must have for each address and slot (EIP-7928). */
const ITEM_GAS = 2000n

/**
 * Checks an access list by itself and against its header (EIP-7928): the order of its entries, that slots are not listed
 * twice, its length, and its hash. Whether it lists what the block accesses, only running the block shows.
 *
 * @param indexMax the highest index of a change: one above the number of transactions
 * @throws {Violation}
 */
export function verifyAccessList(rlp: Uint8Array, header: DecodedHeader, indexMax: number): void {
  if (header.blockAccessListHash === undefined) {
    throw new Violation('accessList', 'present', 'absent', 'blocks have one from Amsterdam on')
  }
  const accounts = requireList('accessList', decodeRlp('accessList', rlp))
  const addresses: string[] = []
  let items = BigInt(accounts.length)
  for (const [at, account] of accounts.entries()) {
    const path = `accessList[${at}]`
    const reader = new ListReader(path, account)
    addresses.push(reader.hex('address', 20))
    items += verifySlots(path, reader, indexMax)
    verifyChanges(`${path}.balanceChanges`, reader.list('balanceChanges'), indexMax)
    verifyChanges(`${path}.nonceChanges`, reader.list('nonceChanges'), indexMax)
    verifyChanges(`${path}.codeChanges`, reader.list('codeChanges'), indexMax)
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
}

/** @returns how many slots there are */
function verifySlots(path: string, reader: ListReader, indexMax: number): bigint {
  const written = reader.list('storageChanges').map((change, at) => {
    const slot = new ListReader(`${path}.storageChanges[${at}]`, change)
    const key = wordOf(slot.uint('slot', 32))
    const changes = `${path}.storageChanges[${at}].changes`
    verifyChanges(changes, slot.list('changes'), indexMax)
    slot.end()
    return key
  })
  const reads = reader.list('storageReads').map((slot, at) => {
    return wordOf(new ListReader(`${path}.storageReads[${at}]`, [slot]).uint('slot', 32))
  })
  requireOrder(`${path}.storageChanges`, written)
  requireOrder(`${path}.storageReads`, reads)
  const both = reads.find((slot) => written.includes(slot))
  if (both !== undefined) {
    const rule = 'a slot that changes is not listed as read (EIP-7928)'
    throw new Violation(`${path}.storageReads`, both, 'a slot that does not change', rule)
  }
  return BigInt(written.length + reads.length)
}

function verifyChanges(path: string, changes: readonly Item[], indexMax: number): void {
  const indexes = changes.map((change, at) => {
    const reader = new ListReader(`${path}[${at}]`, change)
    const index = reader.uint('index', 4)
    reader.bytes('value')
    reader.end()
    if (index <= BigInt(indexMax)) return wordOf(index)
    const rule = 'changes name a transaction, or what is before or after all of them (EIP-7928)'
    throw new Violation(`${path}[${at}].index`, index, `at most ${indexMax}`, rule)
  })
  requireOrder(path, indexes)
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
