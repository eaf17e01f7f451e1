import { OmmerError } from '../primitives/errors.ts'

/** What a program waits for cannot be written to stdout. */
class OutputError extends OmmerError {
  constructor(cause: Error) {
    super('CANNOT_WRITE', `stdout: it cannot be written: ${cause.message}`, { cause })
  }
}

/**
 * Writes lines for people to stdout. If nobody reads them, or the disk is full, they are dropped: what they tell of is
 * done all the same.
 */
export async function print(text: string): Promise<void> {
  await written(text).catch(() => {})
}

/**
 * Writes a line for programs to stdout. A program that does not get it waits in vain.
 *
 * @throws {OutputError} if it cannot be written
 */
export async function printJson(line: string): Promise<void> {
  await written(line).catch((cause: Error) => {
    throw new OutputError(cause)
  })
}

function written(text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    process.stdout.write(text, (error) => {
      if (error) reject(error)
      else resolve()
    })
  })
}
