/**
 * Base class of every error that ommer throws on purpose. The message is one line that says what is wrong, where, and
 * what is accepted; the code is stable, so that programs can rely on it.
 */
export class OmmerError extends Error {
  readonly code: string

  constructor(code: string, message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = new.target.name
    this.code = code
  }
}

/** The message of a thrown value, which need not be an Error. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

/** The code of a thrown value, such as ENOENT of a file that does not exist; undefined if it has none. */
export function codeOf(error: unknown): string | undefined {
  const code: unknown = Object(error).code
  return typeof code === 'string' ? code : undefined
}
