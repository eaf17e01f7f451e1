import { type Hex, toHex } from '../../primitives/hex.ts'
import type { Pause } from '../../primitives/yieldToEventLoop.ts'
import {
  type AccountState,
  EMPTY_CODE_HASH,
  type StateTrie,
  type StorageTrie,
} from '../state/account.ts'
import { fromByteText } from '../state/byteText.ts'
import type { CodeStore } from '../state/codeStore.ts'
import type { Preimages } from '../state/preimages.ts'
import type { GenesisAccount } from './genesis.ts'

/**
 * All accounts of a state as accounts of a genesis, sorted by address.
 *
 * @param pause is called for each account and slot
 * @throws {Error} if the preimage of a key, or a contract's code, is unknown
 */
export async function dumpState(
  state: StateTrie,
  codes: Pick<CodeStore, 'get'>,
  preimages: Preimages,
  pause: Pause = () => undefined,
): Promise<GenesisAccount[]> {
  // Accounts with the same code share one string, because code takes most of the memory.
  const texts = new Map<string, Hex>()
  const accounts: GenesisAccount[] = []
  for (const [key, account] of state.entries()) {
    accounts.push({
      address: preimages.of(key),
      balance: account.balance,
      nonce: account.nonce,
      code: codeOf(account, codes, texts),
      storage: await dumpStorage(account.storage, preimages, pause),
    })
    await pause()
  }
  return accounts.sort((one, other) => (one.address < other.address ? -1 : 1))
}

async function dumpStorage(
  storage: StorageTrie,
  preimages: Preimages,
  pause: Pause,
): Promise<Record<Hex, Hex>> {
  const words: (readonly [Hex, Hex])[] = []
  for (const [key, value] of storage.entries()) {
    words.push([toWord(preimages.of(key)), toWord(toHex(fromByteText(value)))])
    await pause()
  }
  return Object.fromEntries(words.sort(([one], [other]) => (one < other ? -1 : 1)))
}

function toWord(hex: Hex): Hex {
  return `0x${hex.slice(2).padStart(64, '0')}`
}

function codeOf(
  { codeHash }: AccountState,
  codes: Pick<CodeStore, 'get'>,
  texts: Map<string, Hex>,
): Hex {
  if (Buffer.from(codeHash).equals(EMPTY_CODE_HASH)) return '0x'
  const name = Buffer.from(codeHash).toString('hex')
  const stored = codes.get(name)
  if (stored === undefined) throw new Error(`no code with the hash 0x${name} is known`)
  const text = texts.get(name) ?? toHex(stored.code)
  texts.set(name, text)
  return text
}
