import { Account, Address } from '@ethereumjs/util'
import { authorityOf } from '../execution/authority.ts'
import { delegationOf } from '../state/delegation.ts'
import type { CallEngine } from './callEngine.ts'
import type { CallEvm } from './callEvm.ts'
import type { Authorization } from './message.ts'

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
