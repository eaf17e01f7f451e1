import { EndpointMoveError } from '../endpoint/moveError.ts'
import type { OmmerError } from '../primitives/errors.ts'
import { NotInWitnessError } from '../primitives/upstreamError.ts'

/** The error of an endpoint on a fork whose accounts could not be funded. */
export function notFunded(cause: OmmerError): EndpointMoveError {
  const hint =
    cause instanceof NotInWitnessError
      ? '; or fund none, by another dialect than anvil (--dialect geth) or no mnemonic (--mnemonic none)'
      : ''
  const problem = `the accounts of the endpoint could not be funded: ${cause.message}${hint}`
  return new EndpointMoveError('NOT_FUNDED', problem, { cause })
}
