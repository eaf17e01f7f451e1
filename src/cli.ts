#!/usr/bin/env node
import { CommanderError } from 'commander'
import { inTermsOfOptions } from './cli/optionNames.ts'
import { createProgram } from './cli/program.ts'
import { OmmerError } from './primitives/errors.ts'

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
