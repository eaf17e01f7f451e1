import { isAtLeast } from '../../../../src/chain/protocol/forks.ts'
import type { SendingRules } from '../../../../src/pool/validateSent.ts'
import type { SentCase } from './caseSource.ts'
import type { Outcome } from './sendToOmmer.ts'

/** Why the answers differ, where ommer means to differ from geth; undefined if it does not. */
export function explanationOf(
  theirs: Outcome,
  ours: Outcome,
  { label, bytes }: SentCase,
  rules: SendingRules,
): string | undefined {
  const [one, other] = [messageOf(theirs), messageOf(ours)]
  if (one.includes('unexpected sidecar version, want: 1, got: 0')) {
    const isOlder = !isAtLeast(rules.fork, 'osaka')
    return isOlder
      ? 'before Osaka, sidecars have version 0, which geth has ceased to take'
      : undefined
  }
  if (other.startsWith('oversized data') && bytes.length > 2 * 128 * 1024) {
    return 'what is more than twice as large as is allowed is not decoded'
  }
  const isAboutProofs = /^KZG verification error|^Wrong sidecar format: .* blob proofs/.test(other)
  if (isAboutProofs && label.includes('version 0')) {
    return 'geth computes proofs of version 1 itself, and does not look at those of version 0'
  }
  return undefined
}

function messageOf(outcome: Outcome): string {
  return 'message' in outcome ? outcome.message : ''
}
