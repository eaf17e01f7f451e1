import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dumpState } from '../../../src/chain/genesis/dumpState.ts'
import { type GenesisAccount, putGenesisAccount } from '../../../src/chain/genesis/genesis.ts'
import { EMPTY_STATE } from '../../../src/chain/state/account.ts'
import type { CodeStore } from '../../../src/chain/state/codeStore.ts'
import { Preimages } from '../../../src/chain/state/preimages.ts'
import { WorldState } from '../../../src/chain/state/worldState.ts'
import { type Hex, toHex } from '../../../src/primitives/hex.ts'

const bytes = (length: number) =>
  fc.uint8Array({ minLength: length, maxLength: length }).map((each): Hex => toHex(each))

const word = fc.oneof(
  bytes(32),
  fc.integer({ min: 1, max: 255 }).map((low): Hex => `0x${low.toString(16).padStart(64, '0')}`),
)

const account: fc.Arbitrary<GenesisAccount> = fc.record({
  address: bytes(20),
  balance: fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }),
  nonce: fc.bigInt({ min: 0n, max: 2n ** 64n - 2n }),
  code: fc.constantFrom<Hex>('0x', '0x00', '0x6001'),
  storage: fc.dictionary(
    word,
    word.filter((value) => BigInt(value) > 0n),
    { maxKeys: 4 },
  ) as fc.Arbitrary<Record<Hex, Hex>>,
})

const byAddress = fc.uniqueArray(account, { selector: ({ address }) => address, maxLength: 8 })

async function stateOf(accounts: readonly GenesisAccount[], codes: CodeStore, seen: Preimages) {
  const world = new WorldState(EMPTY_STATE, codes, seen)
  for (const each of accounts) await putGenesisAccount(world, each)
  return world.toTrie()
}

describe('a state with recorded preimages', () => {
  it('is dumped as it was made, sorted by address', async () => {
    await fc.assert(
      fc.asyncProperty(byAddress, async (accounts) => {
        const [codes, preimages]: [CodeStore, Preimages] = [new Map(), new Preimages()]
        const state = await stateOf(accounts, codes, preimages)
        const dumped = await dumpState(state, codes, preimages)
        expect(dumped.map(({ address }) => address)).toEqual(
          accounts.map(({ address }) => address).sort(),
        )
        expect(new Set(dumped)).toEqual(new Set(accounts))
      }),
    )
  })

  it('is not dumped when a key or a code is unknown', async () => {
    const one = { address: `0x${'11'.repeat(20)}`, balance: 1n, nonce: 0n, storage: {} } as const
    const [codes, preimages]: [CodeStore, Preimages] = [new Map(), new Preimages()]
    const state = await stateOf([{ ...one, code: '0x6001' }], codes, preimages)
    await expect(dumpState(state, codes, new Preimages())).rejects.toThrow('preimage is unknown')
    await expect(dumpState(state, new Map(), preimages)).rejects.toThrow('no code with the hash 0x')
  })
})
