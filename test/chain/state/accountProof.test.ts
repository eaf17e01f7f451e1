import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  EMPTY_CODE_HASH,
  EMPTY_STATE,
  EMPTY_STORAGE,
  type StateTrie,
} from '../../../src/chain/state/account.ts'
import { type AccountProof, proveAccount } from '../../../src/chain/state/accountProof.ts'
import { toByteText } from '../../../src/chain/state/byteText.ts'
import { isHashed } from '../../../src/chain/state/hashState.ts'
import {
  fromHex,
  type Hex,
  toHex,
  toMinimalBytes,
  toQuantity,
} from '../../../src/primitives/hex.ts'
import { keccak256 } from '../../../src/primitives/keccak.ts'
import { repeated } from '../../support/sized.ts'
import { verifyProof } from '../../support/verifyProof.ts'

const word = (value: number | bigint): Hex => `0x${value.toString(16).padStart(64, '0')}`
const addressOf = (value: number): Hex => `0x${value.toString(16).padStart(40, '0')}`

type Slots = readonly (readonly [slot: number, value: bigint])[]

function stateOf(accounts: readonly (readonly [address: number, balance: bigint, slots: Slots])[]) {
  let state: StateTrie = EMPTY_STATE
  for (const [address, balance, slots] of accounts) {
    let storage = EMPTY_STORAGE
    for (const [slot, value] of slots) {
      const key = keccak256(fromHex(word(slot)))
      storage = storage.set(key, toByteText(toMinimalBytes(value)))
    }
    const account = { nonce: 1n, balance, storage, codeHash: EMPTY_CODE_HASH }
    state = state.set(keccak256(fromHex(addressOf(address))), account)
  }
  return state
}

function steps(state: StateTrie, address: Hex, slots: readonly Hex[]) {
  const yielded: number[] = []
  const work = proveAccount(state, address, slots)
  for (let step = work.next(); ; step = work.next()) {
    if (step.done) return { yielded, proof: step.value }
    yielded.push(step.value)
  }
}

function toJson(address: Hex, slots: readonly Hex[], { account, ...proof }: AccountProof) {
  return {
    address,
    accountProof: proof.accountProof,
    balance: toQuantity(account?.balance ?? 0n),
    nonce: toQuantity(account?.nonce ?? 0n),
    codeHash: account ? toHex(account.codeHash) : word(0),
    storageHash: account ? toHex(account.storage.root()) : word(0),
    storageProof: proof.slots.map(({ value, proof: nodes }, index) => ({
      key: slots[index] as Hex,
      value: toQuantity(value),
      proof: nodes,
    })),
  }
}

const arbitrarySlots = fc.array(
  fc.tuple(fc.nat(200), fc.oneof(fc.constant(1n), fc.bigInt({ min: 1n, max: 2n ** 256n - 1n }))),
  { maxLength: 60 },
)
const arbitraryState = fc
  .array(fc.tuple(fc.nat(60), fc.bigInt({ min: 0n, max: 2n ** 90n }), arbitrarySlots), {
    minLength: 1,
    maxLength: 40,
  })
  .map(stateOf)

describe('proveAccount', () => {
  it('makes proofs that a stock trie verifies, of what is in a state and of what is not', async () => {
    const found = { accounts: 0, missing: 0, values: 0, zeros: 0 }
    // Has an account and a slot, and lacks others: few random states may have no slot that is proved.
    const example: [StateTrie, number[]] = [stateOf([[0, 1n, [[1, 1n]]]]), [1, 2]]
    await fc.assert(
      fc.asyncProperty(arbitraryState, fc.array(fc.nat(200)), async (state, drawn) => {
        const slots = drawn.map(word)
        for (let at = 0; at <= 60; at += 6) {
          const address = addressOf(at)
          const { proof } = steps(state, address, slots)
          const json = toJson(address, slots, proof)
          const { exists, values } = await verifyProof(json, toHex(state.root()))
          found[exists ? 'accounts' : 'missing']++
          found.values += values
          found.zeros += slots.length - values
        }
      }),
      { numRuns: repeated(20, 300), examples: [example] },
    )
    expect(Math.min(...Object.values(found))).toBeGreaterThan(0)
  })

  it('hashes a state that was never hashed in small steps, and reports the bytes it makes', () => {
    const slots = Array.from({ length: 300 }, (_, slot) => [slot, 1n] as const)
    const accounts = Array.from(
      { length: 100 },
      (_, at) => [at, 1n, at === 7 ? slots : []] as const,
    )
    const state = stateOf(accounts)
    expect(isHashed(state)).toBe(false)
    const wanted = slots.map(([slot]) => word(slot))
    const { yielded, proof } = steps(state, addressOf(7), wanted)
    expect(isHashed(state)).toBe(true)
    expect(toHex(state.root())).toBe(toHex(stateOf(accounts).root()))
    const hashing = yielded.lastIndexOf(0) + 1
    expect(hashing).toBeGreaterThan(100 + 300)
    expect(yielded).toHaveLength(hashing + 300)
    const bytes = proof.slots
      .flatMap((slot) => slot.proof)
      .reduce((sum, { length }) => sum + length, 0)
    expect(yielded.at(-1)).toBeGreaterThan(bytes)
    // Again, there is nothing to hash.
    expect(steps(state, addressOf(7), wanted).yielded).toHaveLength(300)
  })

  it('proves with no nodes that an empty state, or an empty storage, has nothing', () => {
    expect(steps(EMPTY_STATE, addressOf(1), [word(0)]).proof).toEqual({
      account: undefined,
      accountProof: [],
      slots: [{ value: 0n, proof: [] }],
    })
    expect(isHashed(EMPTY_STATE)).toBe(true)
  })

  it('is refused by the verifier when one node, or one field, is wrong', async () => {
    const state = stateOf(
      Array.from(
        { length: 50 },
        (_, at) =>
          [
            at,
            5n,
            [
              [0, 9n],
              [1, 8n],
            ],
          ] as const,
      ),
    )
    const root = toHex(state.root())
    const json = toJson(addressOf(3), [word(0)], steps(state, addressOf(3), [word(0)]).proof)
    expect(await verifyProof(json, root)).toEqual({ exists: true, values: 1 })
    const [top = '', ...rest] = json.accountProof
    const flipped = `${top.slice(0, -1)}${top.endsWith('0') ? '1' : '0'}`
    const slot = json.storageProof[0]
    for (const wrong of [
      { ...json, accountProof: [flipped, ...rest] },
      { ...json, accountProof: [top] },
      { ...json, balance: '0x6' },
      { ...json, storageProof: [{ ...slot, value: '0x8' }] },
      { ...json, storageProof: [{ ...slot, proof: slot?.proof.slice(1) }] },
      { ...json, address: addressOf(4) },
    ]) {
      await expect(verifyProof(wrong as never, root)).rejects.toThrow()
    }
  })
})
