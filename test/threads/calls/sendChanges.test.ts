import fc from 'fast-check'
import { expect, it } from 'vitest'
import { EMPTY_STATE, EMPTY_STORAGE } from '../../../src/chain/state/account.ts'
import type { AccountChange } from '../../../src/chain/state/accountChange.ts'
import { applyChanges } from '../../../src/chain/state/applyChanges.ts'
import { toByteText } from '../../../src/chain/state/byteText.ts'
import { SENT_SLOTS_MAX, type SentChange } from '../../../src/threads/calls/callMessages.ts'
import { JobAnswers } from '../../../src/threads/calls/jobAnswers.ts'
import { sendChanges } from '../../../src/threads/calls/sendChanges.ts'

const key = fc.uint8Array({ minLength: 32, maxLength: 32 })

const change: fc.Arbitrary<AccountChange> = fc
  .record({
    key,
    exists: fc.boolean(),
    isCleared: fc.boolean(),
    first: fc.nat(250),
    count: fc.constantFrom(0, 0, 1, 99, 100, 101, 350),
  })
  .map(({ key, exists, isCleared, first, count }) => ({
    key,
    account: exists
      ? { nonce: 1n, balance: 2n, codeHash: new Uint8Array(32), storage: EMPTY_STORAGE }
      : undefined,
    isCleared,
    slots: Array.from({ length: count }, (_, index) => {
      const slot = new Uint8Array(32)
      slot.set([(first + index) >> 8, (first + index) & 255])
      return [slot, index % 5 === 0 ? new Uint8Array(0) : Uint8Array.of(index & 255 || 1)] as const
    }),
  }))

it('sends changes in small messages, which lead to the same state', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(change, { maxLength: 8 }), async (changes) => {
      const messages: (readonly SentChange[])[] = []
      sendChanges(changes, (sent) => messages.push(sent))
      const state = EMPTY_STATE
      const job = { state, codes: new Map(), blockHash: () => new Uint8Array(32) }
      const answers = new JobAnswers(job, (work) => work())
      for (const ask of messages) {
        const size = ask.reduce((sum, { slots }) => sum + 1 + slots.length, 0)
        expect(size).toBeLessThanOrEqual(SENT_SLOTS_MAX + 1)
        await answers.answer({ kind: 'change', ask })
      }
      expect(answers.answer({ kind: 'stateRoot', ask: undefined })).toBe(
        toByteText(applyChanges(state, changes).root()),
      )
    }),
  )
})
