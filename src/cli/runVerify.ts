import { verifiableChain } from '../chain/verify/verifiableChain.ts'
import { verify } from '../chain/verify/verify.ts'
import { INTERRUPTED } from './exitCodes.ts'
import { generateChain } from './obtainChain.ts'
import type { SpecArguments } from './specOptions.ts'
import { stopSignal } from './stopSignal.ts'
import { verifyReport } from './verifyReport.ts'

/** What `ommer verify` was told, by options or by the environment. */
export interface VerifyArguments extends SpecArguments {
  readonly json?: true
}

/** Generates a chain and checks it. */
export async function runVerify(given: VerifyArguments): Promise<void> {
  const chain = await generateChain(given, stopSignal)
  if (chain === undefined) {
    process.exitCode = INTERRUPTED
    return
  }
  const result = await verify(verifiableChain(chain))
  const { stream, line } = verifyReport(result, given.json ?? false)
  process[stream].write(line)
  // Not process.exit: what was written to a pipe may still be on its way.
  if (!result.ok) process.exitCode = 1
}
