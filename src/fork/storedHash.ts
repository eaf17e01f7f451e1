import { historyStorage } from '../chain/contracts/system.ts'
import type { StateTrie } from '../chain/state/account.ts'
import { fromByteText } from '../chain/state/byteText.ts'
import { trieKeyOf } from '../chain/state/trieKeys.ts'
import { fromHex, type Hex, toWord } from '../primitives/hex.ts'
import { keccak256 } from '../primitives/keccak.ts'

/** How many hashes the contract keeps (EIP-2935). */
const SLOTS = 8191

/** How many bytes a hash has. */
const HASH_BYTES = 32

/**
 * The hash of a block, as the contract of EIP-2935 has stored it.
 *
 * @param state after a block
 * @param before how many blocks it is before that block
 * @returns 32 bytes; undefined if the contract does not exist, does not have it any more, or came later
 * @throws {Miss}
 */
export function storedHash(
  state: StateTrie,
  number: number,
  before: number,
): Uint8Array | undefined {
  if (before > SLOTS) return undefined
  const { address, code } = historyStorage
  const account = state.get(fromByteText(trieKeyOf(address)), address)
  if (account === undefined) return undefined
  // Other networks have other contracts there.
  if (Buffer.compare(account.codeHash, keccak256(fromHex(code))) !== 0) return undefined
  const slot = toWord(number % SLOTS)
  const value = account.storage.get(fromByteText(trieKeyOf(slot)), slot as Hex)
  if (value === undefined) return undefined
  const hash = new Uint8Array(HASH_BYTES)
  const bytes = fromByteText(value)
  hash.set(bytes, HASH_BYTES - bytes.length)
  return hash
}
