import { Command } from 'commander'
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
    .configureOutput({ outputError: (text, write) => write(`${inOneLine(text)}\n`) })
    .exitOverride()
  const serve = addServeCommand(program)
  addExportCommand(program)
  addRecordCommand(program)
  addVerifyCommand(program)
  program.addHelpText('after', () => `\nommer alone is ommer serve:\n\n${serve.helpInformation()}`)
  return program
}

/** Joins the lines of a message: commander writes its suggestion on a separate line. */
function inOneLine(text: string): string {
  return text.trim().replaceAll(/\s*\n\s*/g, ' ')
}
