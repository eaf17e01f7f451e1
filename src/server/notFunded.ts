import { codeOf, messageOf, OmmerError } from '../primitives/errors.ts'
import { NotInWitnessError } from '../primitives/upstreamError.ts'

/** The error of a start that could not fund the accounts of an endpoint on a fork. */
export function notFunded(cause: unknown): OmmerError {
  const isOffline = cause instanceof NotInWitnessError
  const hint = isOffline
    ? '; or fund none, by another dialect (--dialect geth) or no mnemonic (--mnemonic none)'
    : ''
  const problem = `dialect anvil funds the accounts of the mnemonic, which it reads first: ${messageOf(cause)}${hint}`
  return new OmmerError(codeOf(cause) ?? 'UPSTREAM_FAILED', problem, { cause })
}
