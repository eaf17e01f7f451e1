import { createProgram } from './program.ts'
import { reportFailure } from './reportFailure.ts'

/**
 * Runs the command line.
 *
 * @throws for a wrong command line, and for any failure of the command
 */
export async function main(): Promise<void> {
  // A reader may close the pipe, as `head` does, or the disk may be full: `print` reports this where it matters.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
  process.on('uncaughtException', (error) => {
    reportFailure(error)
    process.exit()
  })
  await createProgram().parseAsync()
}
