import { Address } from '@ethereumjs/util'
import { toHex } from '../../../primitives/hex.ts'
import { NEW_ACCOUNT_GAS, NEW_DELEGATION_GAS } from '../../protocol/stateGas.ts'
import { delegationOf } from '../../state/delegation.ts'
import { isEmpty } from '../../state/emptyAccount.ts'
import { authorityOf, type SignedAuthorization } from '../authority.ts'
import { ACCOUNT_WRITE } from './accountOperations.ts'
import { chargeState, type FrameGas } from './stateGas.ts'
import type { TopContext, TopMessage } from './topFrame.ts'

/** What a message has paid for, by authorities in hex. */
interface Paid {
  /** accounts whose first write is paid for */
  readonly written: Set<string>
  /** accounts whose delegation is paid for, or existed before the message; all authorities so far are keys */
  readonly delegated: Map<string, boolean>
}

/**
 * Applies the authorizations of a message that are valid, and pays for what they write (EIP-7702, EIP-2780).
 *
 * @returns whether the gas suffices
 */
export async function applyAuthorizations(
  context: TopContext,
  gas: FrameGas,
  { from, value, authorizations }: TopMessage,
  to: Uint8Array,
): Promise<boolean> {
  const written = new Set([toHex(from)])
  if (value > 0n) written.add(toHex(to))
  const paid: Paid = { written, delegated: new Map() }
  for (const authorization of authorizations) {
    if (!(await applyAuthorization(context, gas, authorization, paid))) return false
  }
  return true
}

async function applyAuthorization(
  { evm, world, chainId }: TopContext,
  gas: FrameGas,
  authorization: SignedAuthorization,
  paid: Paid,
): Promise<boolean> {
  const authority = authorityOf(authorization, chainId)
  if (authority === undefined) return true
  // It is warm even if its nonce or code then makes the authorization invalid.
  evm.journal.addWarmedAddress(authority)
  const account = world.account(authority)
  const code = world.code(authority)
  const before = delegationOf(code)
  if (code.length > 0 && before === undefined) return true
  if ((account?.nonce ?? 0n) !== authorization.nonce) return true

  const name = toHex(authority)
  const isClearing = authorization.address.every((byte) => byte === 0)
  if (!paid.delegated.has(name)) paid.delegated.set(name, before !== undefined)
  const execution = paid.written.has(name) ? 0n : ACCOUNT_WRITE
  const isNewDelegation = !isClearing && paid.delegated.get(name) === false
  const state =
    (isEmpty(account) ? NEW_ACCOUNT_GAS : 0n) + (isNewDelegation ? NEW_DELEGATION_GAS : 0n)
  if (gas.gasLeft < execution) return false
  gas.gasLeft -= execution
  if (!chargeState(evm, gas, state)) return false
  paid.written.add(name)
  if (isNewDelegation) paid.delegated.set(name, true)

  world.setNonce(authority, authorization.nonce + 1n)
  const after = isClearing
    ? new Uint8Array(0)
    : Uint8Array.of(0xef, 0x01, 0x00, ...authorization.address)
  if (Buffer.compare(after, code) !== 0) await world.putCode(new Address(authority), after)
  return true
}
