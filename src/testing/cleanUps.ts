import { messageOf } from '../primitives/errors.ts'

type CleanUp = () => unknown

/** Undoes what was set up, the last first. A failure neither stops the others nor hides them: the error names all. */
export class CleanUps {
  #pending: CleanUp[] = []

  add(cleanUp: CleanUp): void {
    this.#pending.unshift(cleanUp)
  }

  /**
   * Runs each clean-up once.
   *
   * @throws the error of the one that failed; an AggregateError if several did
   */
  async run(): Promise<void> {
    throwAll(await this.#errors())
  }

  /**
   * Runs work, and then the clean-ups.
   *
   * @throws the error of the work; an AggregateError if a clean-up failed, too
   */
  async after<Result>(work: () => Result): Promise<Awaited<Result>> {
    const { result, errors } = await settled(work)
    throwAll([...errors, ...(await this.#errors())])
    return result as Awaited<Result>
  }

  /**
   * Runs work that sets up; the clean-ups run only if it fails.
   *
   * @throws as `after` does
   */
  async unless<Result>(work: () => Result): Promise<Awaited<Result>> {
    const { result, errors } = await settled(work)
    if (errors.length > 0) throwAll([...errors, ...(await this.#errors())])
    return result as Awaited<Result>
  }

  async #errors(): Promise<unknown[]> {
    const cleanUps = this.#pending
    this.#pending = []
    const errors: unknown[] = []
    for (const cleanUp of cleanUps) errors.push(...(await settled(cleanUp)).errors)
    return errors
  }
}

async function settled<Result>(work: () => Result) {
  try {
    return { result: await work(), errors: [] }
  } catch (error) {
    return { result: undefined, errors: [error] }
  }
}

function throwAll(errors: readonly unknown[]): void {
  if (errors.length === 0) return
  if (errors.length === 1) throw errors[0]
  // Not every test runner prints the errors of an AggregateError.
  const [first, ...others] = errors.map(messageOf)
  const message = [first, ...others.map((other) => `and the clean-up failed: ${other}`)].join('\n')
  throw new AggregateError(errors, message, { cause: errors[0] })
}
