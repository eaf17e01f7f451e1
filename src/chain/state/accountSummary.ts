import { ArgumentError } from '../../primitives/argumentError.ts'
import { type Hex, toHex } from '../../primitives/hex.ts'
import { EMPTY_CODE_HASH, EMPTY_STORAGE, type StateTrie } from './account.ts'
import type { CodeStore } from './codeStore.ts'
import { accountAt, codeOf } from './stateReads.ts'

export interface AccountSummary {
  /** in wei */
  readonly balance: bigint
  readonly nonce: number
  /** the nonce, where it is above 2^53 - 1 and so not exact as a number */
  readonly exactNonce?: bigint
  /** DATA; `0x` for an account that is not a contract */
  readonly code: Hex
  /** DATA, 32 bytes: keccak of the code */
  readonly codeHash: Hex
  /** DATA, 32 bytes; undefined on a fork whose values nothing proves */
  readonly storageRoot: Hex | undefined
}

/** @throws {ArgumentError} if an address is not valid */
export function requireAddress(address: unknown): asserts address is Hex {
  if (typeof address === 'string' && /^0x[0-9a-f]{40}$/i.test(address)) return
  throw new ArgumentError(`${String(address)} is not an address`)
}

/**
 * @param address DATA, 20 bytes
 *
 * @internal
 */
export function summarizeAccount(
  state: StateTrie,
  codes: Pick<CodeStore, 'get'>,
  address: Hex,
): AccountSummary {
  const account = accountAt(state, address)
  const exactNonce = account?.nonce ?? 0n
  const nonce = Number(exactNonce)
  const storageRoot = (account?.storage ?? EMPTY_STORAGE).knownRoot()
  return {
    balance: account?.balance ?? 0n,
    nonce,
    ...(!Number.isSafeInteger(nonce) && { exactNonce }),
    code: toHex(codeOf(account, codes)),
    codeHash: toHex(account?.codeHash ?? EMPTY_CODE_HASH),
    storageRoot: storageRoot && toHex(storageRoot),
  }
}
