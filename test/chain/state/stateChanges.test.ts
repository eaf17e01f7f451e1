import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type AccountState,
  EMPTY_CODE_HASH,
  EMPTY_STATE,
  EMPTY_STORAGE,
  type StateTrie,
} from '../../../src/chain/state/account.ts'
import { toByteText } from '../../../src/chain/state/byteText.ts'
import {
  applyEncodedChanges,
  codesSetBy,
  encodeChanges,
} from '../../../src/chain/state/stateChanges.ts'
import { toHex } from '../../../src/primitives/hex.ts'
import { keccak256 } from '../../../src/primitives/keccak.ts'

/** Keys of which some share their first nibbles, so that tries have extensions that split. */
const key = fc.oneof(
  fc.nat({ max: 30 }).map((number) => keccak256(Uint8Array.of(number))),
  fc.tuple(fc.constantFrom(0, 1, 16), fc.nat({ max: 5 })).map(([high, low]) => {
    const bytes = new Uint8Array(32)
    bytes[0] = high
    bytes[31] = low
    return bytes
  }),
)

const slots = fc.array(
  fc.tuple(key, fc.uint8Array({ minLength: 1, maxLength: 32 }), fc.boolean()),
  { maxLength: 12 },
)

const writes = fc.array(
  fc.record({
    key,
    isRemoved: fc.boolean(),
    isNew: fc.boolean(),
    nonce: fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }),
    balance: fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }),
    code: fc.constantFrom('', 'a', 'b'),
    slots,
  }),
  { maxLength: 20 },
)

type Write = Parameters<Parameters<typeof writes.map>[0]>[0][number]

function change(state: StateTrie, write: Write): StateTrie {
  if (write.isRemoved) return state.delete(write.key)
  let storage = (write.isNew ? undefined : state.get(write.key)?.storage) ?? EMPTY_STORAGE
  for (const [slot, value, isZero] of write.slots) {
    storage = isZero ? storage.delete(slot) : storage.set(slot, toByteText(value))
  }
  const codeHash = keccak256(Buffer.from(write.code))
  const account: AccountState = { nonce: write.nonce, balance: write.balance, codeHash, storage }
  return state.set(write.key, account)
}

describe('encoded changes', () => {
  it('have the hash of each code that they give to an account', () => {
    fc.assert(
      fc.property(writes, writes, (first, second) => {
        const before = first.reduce(change, EMPTY_STATE)
        const after = second.reduce(change, before)
        const given = [...after.entries()].flatMap(([key, { codeHash }]) => {
          const old = before.getText(key)?.codeHash ?? EMPTY_CODE_HASH
          return Buffer.compare(codeHash, old) === 0 ? [] : [Buffer.from(codeHash).toString('hex')]
        })
        expect(codesSetBy(encodeChanges(before, after)).sort()).toEqual(given.sort())
      }),
    )
  })

  it('lead from any state to any other', () => {
    fc.assert(
      fc.property(writes, writes, (first, second) => {
        const before = first.reduce(change, EMPTY_STATE)
        const after = second.reduce(change, before)
        const applied = applyEncodedChanges(before, encodeChanges(before, after), new Map())
        expect(toHex(applied.root())).toBe(toHex(after.root()))
        const back = applyEncodedChanges(after, encodeChanges(after, before), new Map())
        expect(toHex(back.root())).toBe(toHex(before.root()))
        // The same content in nodes that share nothing.
        const copy = first.reduce(change, EMPTY_STATE)
        const same = applyEncodedChanges(before, encodeChanges(before, copy), new Map())
        expect(toHex(same.root())).toBe(toHex(before.root()))
      }),
      { numRuns: 500 },
    )
  })

  it('share the hashes of known code', () => {
    const write = { key: keccak256(Uint8Array.of(1)), isRemoved: false, isNew: true, nonce: 1n }
    const after = change(EMPTY_STATE, { ...write, balance: 0n, code: 'a', slots: [] })
    const hash = keccak256(Buffer.from('a'))
    const codes = new Map([[toHex(hash).slice(2), { hash, code: Buffer.from('a') }]])
    const applied = applyEncodedChanges(EMPTY_STATE, encodeChanges(EMPTY_STATE, after), codes)
    expect(applied.get(write.key)?.codeHash).toBe(hash)
  })

  it('are refused on a state without the keys that they change', () => {
    const write = { key: keccak256(Uint8Array.of(1)), isRemoved: false, isNew: true, nonce: 1n }
    const before = change(EMPTY_STATE, { ...write, balance: 0n, code: '', slots: [] })
    const changes = encodeChanges(before, EMPTY_STATE)
    expect(() => applyEncodedChanges(EMPTY_STATE, changes, new Map())).toThrow('another state')
  })
})
