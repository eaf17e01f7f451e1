import { Account, Address } from '@ethereumjs/util'
import { toMinimalBytes } from '../../primitives/hex.ts'
import { keccak256 } from '../../primitives/keccak.ts'
import { encodeRlp } from '../../primitives/rlp.ts'
import { recoverPublicKey } from '../../primitives/secp256k1.ts'
import type { CallEngine } from './callEngine.ts'
import type { CallEvm } from './callEvm.ts'
import { delegationOf } from './delegation.ts'
import type { Authorization } from './message.ts'

const MAGIC = Uint8Array.of(0x05)
const NONCE_MAX = 2n ** 64n - 1n
const ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n

/** What is paid for an account that need not be created: PER_EMPTY_ACCOUNT_COST less PER_AUTH_BASE_COST. */
const EXISTING_ACCOUNT_REFUND = 25_000n - 12_500n

/**
 * Applies the authorizations of a message that are valid; the others are skipped (EIP-7702).
 *
 * @returns the gas that they refund
 */
export async function applyAuthorizations(
  engine: CallEngine,
  evm: CallEvm,
  authorizations: readonly Authorization[],
): Promise<bigint> {
  let refund = 0n
  for (const authorization of authorizations) {
    refund += await applyAuthorization(engine, evm, authorization)
  }
  return refund
}

async function applyAuthorization(
  engine: CallEngine,
  evm: CallEvm,
  authorization: Authorization,
): Promise<bigint> {
  const { state, environment } = engine
  const signer = authorityOf(authorization, environment.rules.chainId)
  if (signer === undefined) return 0n
  const authority = new Address(signer)
  // It is warm even if its nonce or code then makes the authorization invalid.
  evm.journal.addAlwaysWarmAddress(authority.toString())
  const code = engine.codeOf(signer)
  const delegation = delegationOf(code)
  if (code.length > 0 && delegation === undefined) return 0n
  const account = await state.getAccount(authority)
  if ((account?.nonce ?? 0n) !== authorization.nonce) return 0n

  const changed = account ?? new Account()
  changed.nonce = authorization.nonce + 1n
  await evm.journal.putAccount(authority, changed)
  if (authorization.address.every((byte) => byte === 0)) {
    if (delegation !== undefined) await state.putCode(authority, new Uint8Array(0))
  } else {
    await state.putCode(authority, Uint8Array.of(0xef, 0x01, 0x00, ...authorization.address))
  }
  return account === undefined ? 0n : EXISTING_ACCOUNT_REFUND
}

/**
 * The account that signed an authorization, 20 bytes; undefined if it is for another chain, or not valid in itself.
 */
export function authorityOf(authorization: Authorization, chainId: number): Uint8Array | undefined {
  const { nonce, yParity, r, s } = authorization
  if (authorization.chainId !== 0n && authorization.chainId !== BigInt(chainId)) return undefined
  if (nonce >= NONCE_MAX || yParity > 1) return undefined
  if (r < 1n || s < 1n || r >= ORDER || s > ORDER / 2n) return undefined
  const signed = encodeRlp([
    toMinimalBytes(authorization.chainId),
    authorization.address,
    toMinimalBytes(nonce),
  ])
  const digest = keccak256(Buffer.concat([MAGIC, signed]))
  try {
    const key = recoverPublicKey(digest, { r: toMinimalBytes(r), s: toMinimalBytes(s), yParity })
    return keccak256(key).subarray(12)
  } catch {
    return undefined
  }
}
