/** Typed data cannot be hashed. */
export class TypedDataError extends Error {
  /** @param at where: `message.to.wallet` */
  constructor(at: string, problem: string) {
    super(`${at}: ${problem}`)
  }
}
