import fc from 'fast-check'
import { expect, it } from 'vitest'
import {
  type AccountBeforeAndAfter,
  type Delta,
  type DiffedAccount,
  stateDiff,
} from '../../../../src/chain/calls/parity/stateDiff.ts'
import { type Hex, toHex, toQuantity } from '../../../../src/primitives/hex.ts'

const ZERO: Hex = `0x${'00'.repeat(32)}`

const word = fc
  .oneof(fc.constant(0n), fc.constant(1n), fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }))
  .map((value): Hex => `0x${value.toString(16).padStart(64, '0')}`)
const account = fc.record<DiffedAccount>({
  nonce: fc.bigInt({ min: 0n, max: 3n }),
  balance: fc.bigInt({ min: 0n, max: 3n }),
  code: fc.uint8Array({ maxLength: 1 }),
})
const change = fc.record<AccountBeforeAndAfter>({
  address: fc.uint8Array({ minLength: 20, maxLength: 20 }).map((bytes) => toHex(bytes)),
  before: fc.option(account, { nil: undefined }),
  after: fc.option(account, { nil: undefined }),
  slots: fc.uniqueArray(fc.record({ slot: word, before: word, after: word }), {
    selector: ({ slot }) => slot,
    maxLength: 4,
  }),
})

/** The value after a change, by the value before it. */
function apply(delta: Delta, before: Hex | undefined): Hex | undefined {
  if (delta === '=') return before
  if ('+' in delta) {
    expect(before).toBeUndefined()
    return delta['+']
  }
  if ('-' in delta) {
    expect(delta['-']).toBe(before)
    return undefined
  }
  expect(delta['*'].from).toBe(before)
  expect(delta['*'].to).not.toBe(before)
  return delta['*'].to
}

it('leads from the state before to the state after, and lists only changes', () => {
  fc.assert(
    fc.property(fc.uniqueArray(change, { selector: ({ address }) => address }), (changes) => {
      const diff = stateDiff(changes)
      expect(Object.keys(diff)).toEqual(Object.keys(diff).toSorted())
      for (const { address, before, after, slots } of changes) {
        const own = diff[address]
        if (own === undefined) {
          expect(after).toEqual(before)
          const isSame = slots.every((slot) => slot.before === slot.after)
          expect(isSame || before === undefined).toBe(true)
          continue
        }
        for (const [name, text] of [
          ['nonce', toQuantity],
          ['balance', toQuantity],
        ] as const) {
          const value = (each: DiffedAccount | undefined) => each && text(each[name])
          expect(apply(own[name], value(before))).toBe(value(after))
        }
        expect(apply(own.code, before && toHex(before.code))).toBe(after && toHex(after.code))
        for (const slot of slots) {
          // The slots of an account that does not exist are zero, and a new or dead account lists only others.
          const from = before === undefined ? ZERO : slot.before
          const to = after === undefined ? ZERO : slot.after
          const delta = own.storage[slot.slot]
          if (delta === undefined) expect(to).toBe(from)
          else {
            const isWhole = before === undefined || after === undefined
            const start = isWhole && from === ZERO ? undefined : from
            expect(apply(delta, start) ?? ZERO).toBe(to)
          }
        }
      }
    }),
  )
})
