import { Command } from 'commander'
import { inOneLine } from '../primitives/inOneLine.ts'
import { version } from '../version.ts'
import { addAnvilCommand } from './anvil/anvilCommand.ts'
import { addDrawCommand } from './drawCommand.ts'
import { addExportCommand } from './exportCommand.ts'
import { addForkCommand } from './forkCommand.ts'
import { helpConfiguration, shortHelp } from './help.ts'
import { addHuntCommand } from './hunt/huntCommand.ts'
import { addJournalCommand } from './journalCommand.ts'
import { withHint } from './otherTools.ts'
import { addRecordCommand } from './recordCommand.ts'
import { requireKnownVariables } from './requireKnownVariables.ts'
import { addServeCommand } from './serveCommand.ts'
import { addSpecCommand } from './specCommand.ts'
import { addVerifyCommand } from './verifyCommand.ts'

/** The options of `serve` that `ommer --help` shows. */
const mainOptions = [
  'seed',
  'blocks',
  'preset',
  'spec',
  'load',
  'scenario',
  'blockTime',
  'port',
  'apiKey',
  'anyKey',
  'dev',
  'control',
  'json',
]

const ALL_HELP = 'Each option can also be set as OMMER_<OPTION>, e.g. OMMER_BLOCK_TIME=2.'

/** The command line. `ommer` without a command is `ommer serve`. */
export function createProgram(): Command {
  const program = new Command('ommer')
    .description('A deterministic Ethereum chain simulator and mock JSON-RPC service for tests.')
    .version(version, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print this help')
    .configureHelp(helpConfiguration)
    // Options of Anvil have no variables of ours.
    .addHelpText('afterAll', ({ command }) => (command.name() === 'anvil' ? '' : `\n${ALL_HELP}`))
    .exitOverride()
    .hook('preSubcommand', (program, command) => {
      const wantsHelp = program.args.some((each) => each === '--help' || each === '-h')
      if (command.name() !== 'anvil' && !wantsHelp) requireKnownVariables()
    })
  const serve = addServeCommand(program)
  addAnvilCommand(program, serve)
  addExportCommand(program)
  addRecordCommand(program, serve)
  addVerifyCommand(program)
  addDrawCommand(program)
  addSpecCommand(program)
  addJournalCommand(program)
  addForkCommand(program)
  addHuntCommand(program)
  addHints(program, serve)
  program.addHelpText('after', () => {
    const main = shortHelp(serve, mainOptions)
    return `\nommer alone is ommer serve:\n\n${main}\nAll options: ommer serve --help, ommer export --help, ...`
  })
  return program
}

/** Lets a command, and those below it, say what to use instead of an unknown option. */
function addHints(command: Command, serve: Command): void {
  const has = (option: string) =>
    serve.options.some(({ long, short }) => option === long || option === short)
  const server = { name: command.name() === 'anvil' ? 'ommer --dev' : 'ommer serve', has }
  command.configureOutput({
    // Commander writes its suggestion on a line of its own.
    outputError: (text, write) =>
      write(`${withHint(inOneLine(text.trim()), command === serve ? undefined : server)}\n`),
  })
  for (const each of command.commands) addHints(each, serve)
}
