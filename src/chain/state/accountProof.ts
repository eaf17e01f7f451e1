import { fromHex, type Hex, toHex } from '../../primitives/hex.ts'
import { keccak256 } from '../../primitives/keccak.ts'
import { type AccountState, EMPTY_STORAGE, type StateTrie } from './account.ts'
import { hashState } from './hashState.ts'
import { slotOf } from './stateReads.ts'

/** An account with its Merkle proof against the state root (EIP-1186). */
export interface AccountProof {
  /** undefined if the state does not have it, which the proof shows */
  readonly account: AccountState | undefined
  /** RLP of the trie nodes from the state root to the account */
  readonly accountProof: readonly Hex[]
  /** in the order of the slots */
  readonly slots: readonly SlotProof[]
}

/** The value of a slot with its proof against the account's storage root. */
interface SlotProof {
  readonly value: bigint
  /** RLP of the trie nodes from the storage root to the slot; empty if the storage is empty */
  readonly proof: readonly Hex[]
}

/** The size of a slot without the text of its proof, in bytes. */
const SLOT_BYTES = 200

/**
 * Proves an account and slots of it, in steps that take far less than a millisecond each.
 *
 * @param address DATA, 20 bytes
 * @param slots each DATA, 32 bytes
 * @yields how many bytes the proofs take so far
 */
export function* proveAccount(
  state: StateTrie,
  address: Hex,
  slots: readonly Hex[],
): Generator<number, AccountProof, void> {
  for (const _ of hashState(state)) yield 0
  const key = keccak256(fromHex(address))
  const account = state.get(key, address)
  const accountProof = state.prover(toHex)(key)
  const prove = (account?.storage ?? EMPTY_STORAGE).prover(toHex)
  const proofs: SlotProof[] = []
  let bytes = 0
  for (const slot of slots) {
    const value = BigInt(toHex(slotOf(account, slot)))
    const proof = prove(keccak256(fromHex(slot)))
    proofs.push({ value, proof })
    bytes += proof.reduce((sum, node) => sum + node.length, SLOT_BYTES)
    yield bytes
  }
  return { account, accountProof, slots: proofs }
}
