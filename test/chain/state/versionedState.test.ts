import { Account, Address } from '@ethereumjs/util'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { EMPTY_STATE } from '../../../src/chain/state/account.ts'
import { applyChanges } from '../../../src/chain/state/applyChanges.ts'
import type { StorageBase } from '../../../src/chain/state/stateBase.ts'
import { VersionedState } from '../../../src/chain/state/versionedState.ts'
import { WorldState } from '../../../src/chain/state/worldState.ts'
import { toHex } from '../../../src/primitives/hex.ts'

/** Few addresses and slots, so that steps interact. */
const steps = fc.array(
  fc.record({
    action: fc.constantFrom('account', 'account', 'slot', 'slot', 'slot', 'clear', 'delete'),
    address: fc.constantFrom(1, 2, 3),
    slot: fc.constantFrom(0, 1, 2),
    value: fc.constantFrom(0, 0, 7, 8),
  }),
  { maxLength: 8 },
)

type Steps = typeof steps extends fc.Arbitrary<infer Value> ? Value : never

const addressOf = (byte: number) => new Address(new Uint8Array(20).fill(byte))
const slotOf = (byte: number) => new Uint8Array(32).fill(byte)

async function take(state: WorldState<StorageBase>, taken: Steps): Promise<void> {
  for (const { action, address, slot, value } of taken) {
    const at = addressOf(address)
    const account = await state.getAccount(at)
    if (action === 'account') {
      await state.putAccount(at, new Account((account?.nonce ?? 0n) + 1n, BigInt(value)))
    } else if (account === undefined) continue
    else if (action === 'slot') await state.putStorage(at, slotOf(slot), Uint8Array.of(value))
    else if (action === 'clear') await state.clearStorage(at)
    else await state.deleteAccount(at)
  }
}

async function contentOf(state: WorldState<StorageBase>) {
  const content: unknown[] = []
  for (const address of [1, 2, 3]) {
    const account = await state.getAccount(addressOf(address))
    if (account === undefined) continue
    const slots: string[] = []
    for (const slot of [0, 1, 2]) {
      slots.push(toHex(await state.getStorage(addressOf(address), slotOf(slot))))
    }
    content.push([address, account.nonce, account.balance, slots])
  }
  return content
}

it('has the content after each of the changes that are made on a state', async () => {
  await fc.assert(
    fc.asyncProperty(steps, fc.array(steps, { maxLength: 5 }), async (before, blocks) => {
      const codes = new Map()
      const first = new WorldState<StorageBase>(EMPTY_STATE, codes)
      await take(first, before)
      const base = applyChanges(EMPTY_STATE, first.changes())
      const whole = new WorldState<StorageBase>(base, codes)
      const versions = new VersionedState(base)
      const layered = new WorldState<StorageBase>(versions.at(0), codes)
      let trie = base
      const contents = [await contentOf(whole)]
      for (const each of blocks) {
        await take(whole, each)
        await take(layered, each)
        const changes = layered.changes()
        trie = applyChanges(trie, changes)
        versions.add(changes)
        layered.reset(versions.at(versions.newest))
        contents.push(await contentOf(whole))
        expect(await contentOf(layered)).toEqual(contents.at(-1))
        expect(trie.root()).toEqual(applyChanges(base, whole.changes()).root())
      }
      expect(versions.newest).toBe(blocks.length)
      for (const [version, content] of contents.entries()) {
        layered.reset(versions.at(version))
        expect(await contentOf(layered)).toEqual(content)
      }
    }),
  )
})
