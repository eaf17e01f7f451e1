import type { Hex } from '../../primitives/hex.ts'
import { Violation } from './finding.ts'
import { recoverAuthority } from './sender.ts'
import type { DecodedTransaction } from './transaction.ts'

/** What is known of an account's nonce. */
interface NextNonce {
  readonly next: bigint
  /** whether it may be higher: code that acts for the account can create contracts, which counts (EIP-7702) */
  readonly isLeast: boolean
}

/**
 * The nonces of a branch in their order. Genesis may give an account any, so the first that is seen is believed;
 * every transaction of the account after that has the next one (Yellow Paper 6.2).
 */
export class Nonces {
  readonly #bySender = new Map<Hex, NextNonce>()

  /**
   * Takes in a transaction.
   *
   * @throws {Violation} where its nonce does not follow
   */
  add(path: string, sender: Hex, { nonce, authorizations }: DecodedTransaction): void {
    const known = this.#bySender.get(sender)
    if (known !== undefined && (known.isLeast ? nonce < known.next : nonce !== known.next)) {
      const expected = known.isLeast ? `at least ${known.next}` : known.next
      const rule = `the nonces of ${sender} follow each other (Yellow Paper 6.2)`
      throw new Violation(`${path}.nonce`, nonce, expected, rule)
    }
    this.#bySender.set(sender, { next: nonce + 1n, isLeast: known?.isLeast ?? false })
    for (const authorization of authorizations) {
      const authority = recoverAuthority(authorization)
      if (authority === undefined) continue
      const next = this.#bySender.get(authority)?.next ?? 0n
      this.#bySender.set(authority, { next, isLeast: true })
    }
  }
}
