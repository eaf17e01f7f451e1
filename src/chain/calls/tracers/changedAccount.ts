import { fromHex, type Hex, toHex } from '../../../primitives/hex.ts'
import { keccak256 } from '../../../primitives/keccak.ts'
import type { TraceState } from '../replay/traceHooks.ts'
import { accountText } from './accountText.ts'
import type { PriorAccount } from './priorAccount.ts'
import type { PrestateTracerOptions } from './tracerChoice.ts'

const EMPTY_CODE_HASH = toHex(keccak256(new Uint8Array(0)))
const ZEROS = `0x${'0'.repeat(64)}`

/**
 * Compares an account with what it was before (geth, eth/tracers/native/prestate.go, processDiffState). Slots that did not
 * change, or that were zero, are removed from `prior`.
 *
 * @returns the members that have changed, as JSON; undefined if none has
 */
export function changedAccount(
  prior: PriorAccount,
  address: Uint8Array,
  state: TraceState,
  { disableCode, disableStorage }: PrestateTracerOptions,
): string | undefined {
  const account = state.account(address)
  const { balance = 0n, nonce = 0n } = account ?? {}
  // geth has no hash for an account that does not exist.
  const codeHash = account === undefined ? ZEROS : toHex(account.codeHash)
  const hasBalance = balance !== prior.balance
  const hasNonce = nonce !== prior.nonce
  const hasCodeHash = codeHash !== (prior.codeHash ?? EMPTY_CODE_HASH)
  const code = state.code(address)
  const hasCode = !disableCode && toHex(code) !== toHex(prior.code ?? new Uint8Array(0))
  const slots = disableStorage ? undefined : changedSlots(prior, address, state)
  if (!hasBalance && !hasNonce && !hasCodeHash && !hasCode && !slots?.hasChanged) return undefined
  return accountText({
    balance: hasBalance ? balance : undefined,
    nonce: hasNonce ? nonce : undefined,
    codeHash: hasCodeHash ? codeHash : undefined,
    code: hasCode ? code : undefined,
    storage: slots?.storage ?? new Map(),
  })
}

function changedSlots(
  prior: PriorAccount,
  address: Uint8Array,
  state: TraceState,
): { readonly hasChanged: boolean; readonly storage: Map<string, string> } {
  const storage = new Map<string, string>()
  let hasChanged = false
  for (const [slot, before] of prior.storage) {
    if (before === ZEROS) prior.storage.delete(slot)
    const now = toHex(state.storage(address, fromHex(slot as Hex)))
    if (now === before) prior.storage.delete(slot)
    else {
      hasChanged = true
      if (now !== ZEROS) storage.set(slot, now)
    }
  }
  return { hasChanged, storage }
}
