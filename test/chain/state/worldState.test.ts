import { Common, Hardfork, Mainnet } from '@ethereumjs/common'
import { MerkleStateManager } from '@ethereumjs/statemanager'
import { Account, Address } from '@ethereumjs/util'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { EMPTY_STATE, type StateTrie } from '../../../src/chain/state/account.ts'
import { WorldState } from '../../../src/chain/state/worldState.ts'
import { toHex } from '../../../src/primitives/hex.ts'

/** Few addresses and slots, so that steps interact. */
const address = fc.constantFrom(1, 2, 3).map((byte) => new Address(new Uint8Array(20).fill(byte)))
const slot = fc.constantFrom(0, 1, 2).map((byte) => new Uint8Array(32).fill(byte))
const value = fc.constantFrom(0, 7, 8).map((byte) => (byte === 0 ? [] : [byte, 0, 1]))

type Step =
  | { do: 'put account'; address: Address; balance: bigint }
  | { do: 'delete account'; address: Address }
  | { do: 'put code'; address: Address; code: Uint8Array }
  | { do: 'put storage'; address: Address; slot: Uint8Array; value: Uint8Array }
  | { do: 'clear storage'; address: Address }
  | { do: 'read storage'; address: Address; slot: Uint8Array }
  | { do: 'checkpoint' }
  | { do: 'commit' }
  | { do: 'revert' }

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ do: fc.constant('put account' as const), address, balance: fc.bigInt(0n, 9n) }),
  fc.record({ do: fc.constant('delete account' as const), address }),
  fc.record({
    do: fc.constant('put code' as const),
    address,
    code: fc.uint8Array({ minLength: 1, maxLength: 3 }),
  }),
  fc.record({
    do: fc.constant('put storage' as const),
    address,
    slot,
    value: value.map((bytes) => Uint8Array.from(bytes)),
  }),
  fc.record({ do: fc.constant('clear storage' as const), address }),
  fc.record({ do: fc.constant('read storage' as const), address, slot }),
  fc.record({ do: fc.constant('checkpoint' as const) }),
  fc.record({ do: fc.constant('commit' as const) }),
  fc.record({ do: fc.constant('revert' as const) }),
)

type StateManager = Pick<
  WorldState,
  | 'getAccount'
  | 'putAccount'
  | 'deleteAccount'
  | 'putCode'
  | 'getCode'
  | 'putStorage'
  | 'getStorage'
  | 'clearStorage'
  | 'checkpoint'
  | 'commit'
  | 'revert'
>

/** Applies a step as the EVM would, and returns what it read. */
async function apply(state: StateManager, each: Step): Promise<unknown> {
  switch (each.do) {
    case 'put account': {
      const account = (await state.getAccount(each.address)) ?? new Account()
      account.balance = each.balance
      account.nonce += 1n
      return state.putAccount(each.address, account)
    }
    case 'delete account':
      // The stock manager would keep the storage for when the account is created again; the EVM clears it.
      if ((await state.getAccount(each.address)) !== undefined) {
        await state.clearStorage(each.address)
      }
      return state.deleteAccount(each.address)
    case 'put code':
      await state.putCode(each.address, each.code)
      return toHex(await state.getCode(each.address))
    case 'put storage':
      // The EVM writes storage only for existing contracts.
      if ((await state.getAccount(each.address)) === undefined) return undefined
      return state.putStorage(each.address, each.slot, each.value)
    case 'clear storage':
      if ((await state.getAccount(each.address)) === undefined) return undefined
      return state.clearStorage(each.address)
    case 'read storage':
      return toHex(await state.getStorage(each.address, each.slot))
    default:
      return state[each.do]()
  }
}

async function applyAll(state: StateManager, steps: readonly Step[]): Promise<unknown[]> {
  const read: unknown[] = []
  let open = 0
  for (const each of steps) {
    if (each.do === 'checkpoint') open++
    if (each.do === 'commit' || each.do === 'revert') {
      if (open === 0) continue
      open--
    }
    read.push(await apply(state, each))
  }
  for (; open > 0; open--) await state.commit()
  return read
}

describe('WorldState', () => {
  it('reads the same values and has the same root as the stock state manager, block after block', async () => {
    const common = new Common({ chain: Mainnet, hardfork: Hardfork.London })
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(step, { maxLength: 30 }), { maxLength: 3 }),
        async (blocks) => {
          const stock = new MerkleStateManager({ common })
          const state = new WorldState(EMPTY_STATE, new Map())
          for (const steps of blocks) {
            expect(await applyAll(state, steps)).toEqual(await applyAll(stock, steps))
            const trie: StateTrie = state.toTrie()
            expect(toHex(trie.root())).toBe(toHex(await stock.getStateRoot()))
            state.reset(trie)
          }
        },
      ),
      { numRuns: 300 },
    )
  })

  it('returns copies, so changes have no effect before put', async () => {
    const state = new WorldState(EMPTY_STATE, new Map())
    const somebody = new Address(new Uint8Array(20).fill(1))
    await state.putAccount(somebody, new Account(1n, 2n))
    const account = await state.getAccount(somebody)
    if (account) account.balance = 99n
    expect((await state.getAccount(somebody))?.balance).toBe(2n)
  })

  it('returns values as they were before the transaction', async () => {
    const state = new WorldState(EMPTY_STATE, new Map())
    const contract = new Address(new Uint8Array(20).fill(1))
    const key = new Uint8Array(32)
    await state.putAccount(contract, new Account(1n))
    await state.putStorage(contract, key, Uint8Array.of(1))
    expect([...(await state.originalStorageCache.get(contract, key))]).toEqual([1])
    await state.putStorage(contract, key, Uint8Array.of(2))
    expect([...(await state.originalStorageCache.get(contract, key))]).toEqual([1])
    state.originalStorageCache.clear()
    expect([...(await state.originalStorageCache.get(contract, key))]).toEqual([2])
  })

  it('lists changes in the order of first accesses, and deleted accounts last', async () => {
    const [one, two, three] = [1, 2, 3].map((byte) => new Address(new Uint8Array(20).fill(byte)))
    const before = new WorldState(EMPTY_STATE, new Map())
    await before.putAccount(one as Address, new Account(1n))
    await before.putAccount(three as Address, new Account(1n))
    const state = new WorldState(before.toTrie(), new Map())
    await state.deleteAccount(one as Address)
    await state.putAccount(two as Address, new Account(2n))
    await state.putAccount(three as Address, new Account(3n))
    expect(state.changes().map(({ account }) => account?.nonce)).toEqual([2n, 3n, undefined])
  })
})
