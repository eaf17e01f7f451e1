import { OmmerError } from './errors.ts'

/**
 * Work needs something that has to be read from elsewhere first, and reads synchronously. It ends, and starts again once
 * that was read: see `afterMisses`. It is never an outcome of the work itself.
 */
export class Miss extends OmmerError {
  /** Reads what is missing, so that the same work does not miss it again. Rejects if it cannot be read. */
  readonly fill: () => Promise<void>

  /** @param what is missing, for messages */
  constructor(what: string, fill: () => Promise<void>) {
    super('NOT_READ_YET', `${what} has not been read from the forked network yet`)
    this.fill = fill
  }
}

/** The miss that an error is, or that has caused it: code that reports errors in its own words does not know of misses. */
export function missOf(error: unknown): Miss | undefined {
  for (let each = error; each instanceof Error; each = each.cause) {
    if (each instanceof Miss) return each
  }
  return undefined
}

/**
 * Runs work, and runs it again each time that what it missed was read.
 *
 * @param work must change nothing before it has read all that it needs
 * @throws what the work throws, and the error of a read that fails
 */
export async function afterMisses<Result>(work: () => Result | Promise<Result>): Promise<Result> {
  for (;;) {
    try {
      return await work()
    } catch (error) {
      const miss = missOf(error)
      if (miss === undefined) throw error
      await miss.fill()
    }
  }
}
