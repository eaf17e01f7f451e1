import type { VerificationResult } from '../chain/verify/verify.ts'

/**
 * The output of `ommer verify`.
 *
 * @param asJson whether to write a JSON object for programs, also for a failure
 * @returns a line, and the stream to write it to
 */
export function verifyReport(
  result: VerificationResult,
  asJson: boolean,
): { readonly stream: 'stdout' | 'stderr'; readonly line: string } {
  if (asJson) return { stream: 'stdout', line: `${JSON.stringify(result)}\n` }
  if (!result.ok) return { stream: 'stderr', line: `${result.finding.message}\n` }
  const { blocks, transactions, uncles, head } = result
  const counts = [
    count(blocks, 'block'),
    count(transactions, 'transaction'),
    count(uncles, 'uncle'),
  ]
  return { stream: 'stdout', line: `${counts.join(', ')} verified: ${head}\n` }
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`
}
