import type { Chain } from '../chain/chain.ts'
import { verifiableChain } from '../chain/verify/verifiableChain.ts'
import { type VerificationResult, verify } from '../chain/verify/verify.ts'
import { INTERRUPTED } from './exitCodes.ts'
import { type GenerateArguments, generateChain } from './obtainChain.ts'
import { print, printJson } from './print.ts'

import { stopSignal } from './stopSignal.ts'
import { verifyReport } from './verifyReport.ts'

/** The arguments of `ommer verify`, from options or environment variables. */
export interface VerifyArguments extends GenerateArguments {
  readonly json?: true
}

/** Generates a chain and verifies it. */
export async function runVerify(given: VerifyArguments): Promise<void> {
  const chain = await generateChain(given, stopSignal)
  if (chain === undefined) {
    process.exitCode = INTERRUPTED
    return
  }
  const result = await verifyUntil(stopSignal, chain)
  if (result === undefined) {
    process.exitCode = INTERRUPTED
    return
  }
  const { stream, line } = verifyReport(result, given.json ?? false)
  if (given.json) await printJson(line)
  else if (stream === 'stdout') await print(line)
  else process.stderr.write(line)
  // Not process.exit, which could lose what was written to a pipe.
  if (!result.ok) process.exitCode = 1
}

/** @returns undefined if the signal was aborted before the result */
async function verifyUntil(
  signal: AbortSignal,
  chain: Chain,
): Promise<VerificationResult | undefined> {
  try {
    return await verify(verifiableChain(chain), { signal })
  } catch (error) {
    if (signal.aborted) return undefined
    throw error
  }
}
