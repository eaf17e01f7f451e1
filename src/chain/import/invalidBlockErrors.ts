import { InvalidBlockError } from '../execution/executeBlock.ts'

/** A side block is not a valid child of its parent. */
export class InvalidSideBlockError extends InvalidBlockError {}

/** The candidate for the next block is not a valid child of the head, or its stated fields are wrong. */
export class InvalidPendingBlockError extends InvalidBlockError {}

/**
 * Runs work, and rethrows an `InvalidBlockError` as an error of a more specific class.
 *
 * @throws {InvalidBlockError} of the given class
 */
export async function rethrowAs<Result>(
  InvalidBlock: new (
    ...parts: ConstructorParameters<typeof InvalidBlockError>
  ) => InvalidBlockError,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof InvalidBlockError)) throw error
    throw new InvalidBlock(error.number, error.field, error.problem, { cause: error })
  }
}
