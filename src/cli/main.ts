import { CommanderError } from 'commander'
import { OmmerError } from '../primitives/errors.ts'
import { inTermsOfOptions } from './optionNames.ts'
import { createProgram } from './program.ts'

/** Does what the command line says; what is wrong with it is one line on stderr, and exit code 1. */
export async function main(): Promise<void> {
  // Whoever reads our output may stop reading, as `head` does.
  process.stdout.on('error', () => {})
  try {
    await createProgram().parseAsync()
  } catch (error) {
    if (error instanceof CommanderError) {
      process.exitCode = error.exitCode
    } else if (error instanceof OmmerError) {
      process.stderr.write(`error: ${inTermsOfOptions(error.message)}\n`)
      process.exitCode = 1
    } else {
      throw error
    }
  }
}
