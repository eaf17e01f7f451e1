import { InvalidBlockError } from '../execution/executeBlock.ts'

/** A block of another branch is not valid on its parent. */
export class InvalidSideBlockError extends InvalidBlockError {}

/** The candidate for the next block is not valid on the head, or has not led to what is said of it. */
export class InvalidPendingBlockError extends InvalidBlockError {}

/**
 * Does what may refuse a block.
 *
 * @throws {InvalidBlockError} of the given class
 */
export async function rethrowAs<Result>(
  InvalidBlock: new (...parts: ConstructorParameters<typeof InvalidBlockError>) => InvalidBlockError,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof InvalidBlockError)) throw error
    throw new InvalidBlock(error.number, error.field, error.problem, { cause: error })
  }
}
