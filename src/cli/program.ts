import { Command } from 'commander'
import { version } from '../version.ts'
import { addExportCommand } from './exportCommand.ts'
import { addServeCommand } from './serveCommand.ts'

/** The command line: `ommer` alone is `ommer serve`. */
export function createProgram(): Command {
  const program = new Command('ommer')
    .description('A deterministic Ethereum chain simulator and mock JSON-RPC service for tests.')
    .version(version, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print this help')
    .configureOutput({ outputError: (text, write) => write(`${inOneLine(text)}\n`) })
    .addHelpText('after', '\nommer alone is ommer serve; for its options see: ommer serve --help')
    .exitOverride()
  addServeCommand(program)
  addExportCommand(program)
  return program
}

/** Commander puts its suggestion on a line of its own. */
function inOneLine(text: string): string {
  return text.trim().replaceAll(/\s*\n\s*/g, ' ')
}
