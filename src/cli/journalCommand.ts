import type { Command } from 'commander'
import { cacheOption } from './cacheOption.ts'
import { addForkOptions } from './forkCommandOptions.ts'
import { loadLimitOption } from './loadLimitOption.ts'
import { option } from './option.ts'
import { runCommand } from './runCommand.ts'
import type { ExportJournalArguments, ShowArguments } from './runJournal.ts'

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
  run(show, 'showJournal')
  const check = journal
    .command('check <path>')
    .description('make all its changes again, and compare the head after each')
  run(addChainOptions(addForkOptions(check)), 'checkJournal')
  const write = journal
    .command('export <path>')
    .description('write the moves of an endpoint as a scenario; a fork cannot be written')
    .addOption(option('--endpoint <key>', 'The endpoint; needed if the journal has several.'))
    .addOption(option('--out <file>', 'File to write; by default standard output.'))
  run(addChainOptions(write), 'exportJournal')
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

/** @param name of the function that runs a command */
function run(command: Command, name: 'showJournal' | 'checkJournal' | 'exportJournal'): void {
  type Given = ShowArguments & ExportJournalArguments
  runCommand(command, async (given: Given, { args: [path = ''] }) => {
    const commands = await import('./runJournal.ts')
    await commands[name](path, given)
  })
}
