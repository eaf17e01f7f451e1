import { historyStorage } from '../chain/contracts/system.ts'
import type { StateTrie } from '../chain/state/account.ts'
import { accountAt, slotOf } from '../chain/state/stateReads.ts'
import { fromHex, toWord } from '../primitives/hex.ts'
import { keccak256 } from '../primitives/keccak.ts'

/** How many hashes the contract keeps (EIP-2935). */
const SLOTS = 8191

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
  const account = accountAt(state, address)
  if (account === undefined) return undefined
  // Other networks have other contracts there.
  if (Buffer.compare(account.codeHash, keccak256(fromHex(code))) !== 0) return undefined
  const hash = slotOf(account, toWord(number % SLOTS))
  return hash.some((byte) => byte !== 0) ? hash : undefined
}
