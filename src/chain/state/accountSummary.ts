import { fromHex, type Hex, toHex } from '../../primitives/hex.ts'
import { keccak256 } from '../../primitives/keccak.ts'
import { EMPTY_CODE_HASH, EMPTY_STORAGE, type StateTrie } from './account.ts'

/** The state of an account. */
export interface AccountSummary {
  /** in wei */
  readonly balance: bigint
  readonly nonce: number
  /** DATA, 32 bytes: keccak of the code */
  readonly codeHash: Hex
  /** DATA, 32 bytes */
  readonly storageRoot: Hex
}

/**
 * @param address DATA, 20 bytes
 * @throws {RangeError} if the address is not valid
 */
export function summarizeAccount(state: StateTrie, address: Hex): AccountSummary {
  if (!/^0x[0-9a-f]{40}$/i.test(address)) throw new RangeError(`${address} is not an address`)
  const account = state.get(keccak256(fromHex(address)))
  return {
    balance: account?.balance ?? 0n,
    nonce: Number(account?.nonce ?? 0n),
    codeHash: toHex(account?.codeHash ?? EMPTY_CODE_HASH),
    storageRoot: toHex((account?.storage ?? EMPTY_STORAGE).root()),
  }
}
