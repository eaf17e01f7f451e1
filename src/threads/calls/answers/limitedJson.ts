import { CallError } from '../../../chain/calls/callError.ts'

/** How large the answer to a request may be. */
export interface AnswerLimit {
  /** in bytes of JSON */
  readonly bytesMax: number
}

/** geth's code for a response that is larger than the server sends */
export const ANSWER_TOO_LARGE = -32003

/** JSON that is written in parts, up to a size. */
export class LimitedJson {
  readonly #bytesMax: number
  readonly #parts: string[] = []
  #bytes = 0

  constructor({ bytesMax }: AnswerLimit) {
    this.#bytesMax = bytesMax
  }

  /** @throws {CallError} if it becomes too large */
  add(part: string): void {
    const bytes = Buffer.byteLength(part)
    this.requireSpace(bytes)
    this.#bytes += bytes
    this.#parts.push(part)
  }

  /**
   * Checks that a part of some size may be added.
   *
   * @throws {CallError}
   */
  requireSpace(bytes: number): void {
    if (this.#bytes + bytes <= this.#bytesMax) return
    const problem = `response too large: at most ${this.#bytesMax} bytes`
    throw new CallError(ANSWER_TOO_LARGE, problem)
  }

  /**
   * Reserves a place for a part that is written later.
   *
   * @returns puts the part there; throws a {CallError} if it becomes too large
   */
  reserve(): (part: string) => void {
    const index = this.#parts.push('') - 1
    return (part) => {
      const bytes = Buffer.byteLength(part)
      this.requireSpace(bytes)
      this.#bytes += bytes
      this.#parts[index] = part
    }
  }

  /** All parts, in a buffer of their own, which can be sent to another thread without a copy. */
  bytes(): Uint8Array {
    const bytes = Buffer.allocUnsafeSlow(this.#bytes)
    let at = 0
    for (const part of this.#parts) at += bytes.write(part, at)
    return bytes
  }
}
