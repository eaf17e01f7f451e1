import { OmmerError } from '../primitives/errors.ts'

/** A line for programs cannot be written to stdout. */
class OutputError extends OmmerError {
  constructor(cause: Error) {
    super('CANNOT_WRITE', `cannot write to stdout: ${cause.message}`, { cause })
  }
}

/** Writes lines for people to stdout. If that fails, because the pipe is closed or the disk is full, they are dropped. */
export async function print(text: string): Promise<void> {
  await write(text).catch(() => {})
}

/**
 * Writes a line or a file for programs to stdout.
 *
 * @throws {OutputError} if that fails: the program would wait for the line forever
 */
export async function printJson(line: string): Promise<void> {
  await write(line).catch((cause: Error) => {
    throw new OutputError(cause)
  })
}

function write(text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    process.stdout.write(text, (error) => {
      if (error) reject(error)
      else resolve()
    })
  })
}
