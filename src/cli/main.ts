import { createProgram } from './program.ts'
import { reportFailure } from './reportFailure.ts'

/**
 * Does what the command line says.
 *
 * @throws what is wrong with it, or keeps it from being done
 */
export async function main(): Promise<void> {
  // Readers may stop reading, as `head` does, and disks may be full: `print` reports it where it matters.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
  process.on('uncaughtException', (error) => {
    reportFailure(error)
    process.exit()
  })
  await createProgram().parseAsync()
}
