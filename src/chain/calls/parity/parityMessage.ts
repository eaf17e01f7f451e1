import { parityError } from '../tracers/parityError.ts'

/** Messages of Parity that geth's table lacks (OpenEthereum, ethcore/src/trace/types/error.rs). */
const MISSING_IN_GETH: Readonly<Record<string, string>> = {
  'invalid code: must not begin with 0xef': 'Invalid code',
  'write protection': 'Mutable Call In Static Context',
  'out of gas: write protection': 'Mutable Call In Static Context',
}

/** Failures before the code of a frame runs. */
const NOT_STARTED: ReadonlySet<string> = new Set([
  'insufficient balance for transfer',
  'max call depth exceeded',
])

/**
 * Parity's message for why a frame failed; geth's where Parity has none.
 *
 * @param message of geth
 * @param isPrecompile whether the frame called a precompiled contract
 */
export function parityMessage(message: string, isPrecompile: boolean): string {
  const missing = MISSING_IN_GETH[message]
  if (missing !== undefined) return missing
  // geth's table has this message without the sizes after it.
  if (message.startsWith('max code size exceeded')) return 'Out of gas'
  const known = parityError(message)
  if (known !== message) return known
  return isPrecompile && !NOT_STARTED.has(message) ? 'Built-in failed' : message
}
