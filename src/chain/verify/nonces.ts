import type { Hex } from '../../primitives/hex.ts'
import type { DecodedTransaction } from './decodedTransaction.ts'
import { Violation } from './finding.ts'
import { recoverAuthority } from './sender.ts'

/** The expected nonce of an account's next transaction. */
interface NextNonce {
  readonly next: bigint
  /** whether it may be higher: delegated code can create contracts, which increments the nonce (EIP-7702) */
  readonly isLeast: boolean
}

/**
 * Checks the nonces of a branch. Genesis may give an account any nonce, so the first one is not checked; every further
 * transaction of the account must have the next one (Yellow Paper 6.2).
 */
export class Nonces {
  readonly #bySender: Map<Hex, NextNonce>

  /** @param before of the branch that this one forks off, at the fork */
  constructor(before?: Nonces) {
    this.#bySender = new Map(before === undefined ? [] : before.#bySender)
  }

  /**
   * Adds a transaction.
   *
   * @throws {Violation} if its nonce is not the next one
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
