import type { Command } from 'commander'
import { cacheOption } from './cacheOption.ts'
import { addForkOptions } from './forkCommandOptions.ts'
import { loadLimitOption } from './loadLimitOption.ts'
import { option } from './option.ts'
import { runCommand } from './runCommand.ts'
import type { ExportJournalArguments, ReplayArguments, ShowArguments } from './runJournal.ts'

/** Adds `ommer journal show`, `check` and `export`. None of them changes the journal. */
export function addJournalCommand(program: Command): void {
  const journal = program
    .command('journal')
    .description(
      'read a journal of serve --journal (a file, or redis://HOST:PORT), which contains what happened to endpoints',
    )
  const show = journal
    .command('show <path>')
    .description('print a line for each entry: endpoint, what was done, and the head after it')
    .addOption(option('--json', 'Print each entry as a line of JSON, the header first.'))
  run(show, async (path, given: ShowArguments) => {
    const { showJournal } = await import('./runJournal.ts')
    await showJournal(path, given)
  })
  const check = journal
    .command('check <path>')
    .description('make all its changes again, and compare the head after each')
  run(addChainOptions(addForkOptions(check)), async (path, given: ReplayArguments) => {
    const { checkJournal } = await import('./runJournal.ts')
    await checkJournal(path, given)
  })
  const write = journal
    .command('export <path>')
    .description('write the moves of an endpoint as a scenario; a fork cannot be written')
    .addOption(option('--endpoint <key>', 'The endpoint; needed if the journal has several.'))
    .addOption(option('--out <file>', 'File to write; by default standard output.'))
  run(addChainOptions(write), async (path, given: ExportJournalArguments) => {
    const { exportJournal } = await import('./runJournal.ts')
    await exportJournal(path, given)
  })
}

function addChainOptions(command: Command): Command {
  return command
    .optionsGroup('Options:')
    .addOption(
      option('--load <path>', 'The chain that was served, if it was loaded and not generated.'),
    )
    .addOption(option('--no-verify', 'Load the chain without verifying it.').helpGroup('Loading:'))
    .addOption(loadLimitOption().helpGroup('Loading:'))
    .optionsGroup('Loading:')
    .addOption(cacheOption())
}

function run<Given>(command: Command, work: (path: string, given: Given) => Promise<void>): void {
  runCommand(command, (given: Given, { args: [path = ''] }) => work(path, given))
}
