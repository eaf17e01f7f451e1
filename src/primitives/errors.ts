import { BRAND, isInstance } from './isInstance.ts'

/**
 * Base of every error that ommer throws on purpose. The message is one line that says what is wrong, where,
 * and what would be right; the code is stable and made for programs.
 */
export class OmmerError extends Error {
  readonly code: string

  constructor(code: string, message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = new.target.name
    this.code = code
  }

  /** @internal */
  get [BRAND](): true {
    return true
  }

  /** @internal */
  static override readonly [Symbol.hasInstance] = isInstance
}

/** What was thrown, in words: JavaScript lets anything be thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
