import { expect, it } from 'vitest'
import { EMPTY_STATE, EMPTY_STORAGE } from '../../../src/chain/state/account.ts'
import { toByteText } from '../../../src/chain/state/byteText.ts'
import { keccak256 } from '../../../src/primitives/keccak.ts'
import { JobAnswers } from '../../../src/threads/calls/jobAnswers.ts'

/** A state whose nodes are not hashed yet. */
function freshState(accounts: number) {
  let state = EMPTY_STATE
  for (let index = 0; index < accounts; index++) {
    const key = keccak256(Uint8Array.of(index >> 8, index & 255))
    const codeHash = new Uint8Array(32)
    state = state.set(key, { nonce: 1n, balance: BigInt(index), codeHash, storage: EMPTY_STORAGE })
  }
  return state
}

it('hashes a state in slices before the first root', async () => {
  let slices = 0
  const answers = new JobAnswers(
    {
      state: freshState(2000),
      codes: { get: () => undefined },
      blockHash: () => keccak256(new Uint8Array(0)),
    },
    (work) => {
      slices++
      return work()
    },
  )
  const root = await answers.answer({ kind: 'stateRoot', ask: undefined })
  expect(root).toBe(toByteText(freshState(2000).root()))
  // 2,000 leaves and the branches above them, 500 in each.
  expect(slices).toBeGreaterThanOrEqual(5)
  expect(slices).toBeLessThan(8)
  // Hashed already.
  expect(answers.answer({ kind: 'stateRoot', ask: undefined })).toBe(root)
})
