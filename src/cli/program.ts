import { Command } from 'commander'
import { inOneLine } from '../primitives/inOneLine.ts'
import { version } from '../version.ts'
import { addExportCommand } from './exportCommand.ts'
import { addRecordCommand } from './recordCommand.ts'
import { addServeCommand } from './serveCommand.ts'
import { addVerifyCommand } from './verifyCommand.ts'

/** The command line. `ommer` without a command is `ommer serve`. */
export function createProgram(): Command {
  const program = new Command('ommer')
    .description('A deterministic Ethereum chain simulator and mock JSON-RPC service for tests.')
    .version(version, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print this help')
    // Commander writes its suggestion on a line of its own.
    .configureOutput({ outputError: (text, write) => write(`${inOneLine(text.trim())}\n`) })
    .exitOverride()
  const serve = addServeCommand(program)
  addExportCommand(program)
  addRecordCommand(program)
  addVerifyCommand(program)
  program.addHelpText('after', () => `\nommer alone is ommer serve:\n\n${serve.helpInformation()}`)
  return program
}
