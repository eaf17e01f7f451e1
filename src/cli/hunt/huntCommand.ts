import type { Command } from 'commander'
import * as v from 'valibot'
import { huntInputs } from '../../hunt/huntInputs.ts'
import { described, wholeNumber } from '../../primitives/input.ts'
import { fieldOption } from '../fieldOption.ts'
import { namesText } from '../fieldText.ts'
import { option } from '../option.ts'
import { runCommand } from '../runCommand.ts'
import type { HuntArguments } from './runHunt.ts'

const patience = described(
  v.optional(wholeNumber(1, 600), 15),
  'How long a client may ask for nothing new before its rows count as wrong, in seconds.',
)

const PLACES =
  'In commands, {url}, {wsUrl}, {urls}, {chainId}, {contracts}, {chains}, {dir} and {id} are filled in; they are also in OMMER_HUNT_URL and so on.'

/** Adds `ommer hunt`. */
export function addHuntCommand(program: Command): void {
  const command = program
    .command('hunt')
    .description(
      'find the smallest scenario of reorgs, faults and restarts that makes an indexer wrong',
    )
    .addOption(option('--run <command>', `Starts the client. ${PLACES}`).makeOptionMandatory())
    .addOption(
      option(
        '--rows <command>',
        'Prints its rows: a JSON array, or a JSON object in each line.',
      ).makeOptionMandatory(),
    )
    .addOption(option('--before <command>', 'Makes what the client needs, such as a database.'))
    .addOption(option('--after <command>', 'Removes it.'))
    .addOption(
      option(
        '--expect <table>',
        'What the rows are: blocks, logs, transfers, balances; a .sql file whose statement reads these tables; or a command that gets them as JSON and prints the right rows. Default: it follows from their columns.',
      ),
    )
    .addOption(
      option(
        '--passes <command>',
        'Starts another program, such as a later version; only scenarios count in which it is right.',
      ),
    )
    .addOption(fieldOption('--patience <seconds>', 'patience', patience))
    .addOption(fieldOption('--repeats <count>', 'repeats', huntInputs.repeats))
    .addOption(fieldOption('--confirmations <blocks>', 'confirmations', huntInputs.confirmations))
    .addOption(fieldOption('--finality <blocks>', 'finality', huntInputs.finality))
    .addOption(fieldOption('--chains <count>', 'chains', huntInputs.chains))
    .addOption(fieldOption('--dialect <name>', 'dialect', huntInputs.dialect))
    .addOption(fieldOption('--time <seconds>', 'time', huntInputs.time))
    .addOption(fieldOption('--runs <count>', 'runs', huntInputs.runs))
    .addOption(fieldOption('--jobs <count>', 'jobs', huntInputs.jobs))
    .addOption(
      fieldOption(
        '--weights <list>',
        'weights',
        huntInputs.weights,
        namesText({ reorg: 6, faults: 0 }),
      ),
    )
    .addOption(option('--seed <seed>', 'Decides what is tried. Default: another one each time.'))
    .addOption(fieldOption('--cold', 'cold', huntInputs.cold))
    .addOption(
      option('--legal', 'Only what a client must handle. The default.').conflicts('beyond'),
    )
    .addOption(fieldOption('--beyond', 'beyond', huntInputs.beyond))
    .addOption(
      option(
        '--corpus <dir>',
        'Folder for what is found; the scenarios that it has are tried first.',
      ).default('ommer-hunt'),
    )
    .addOption(
      option(
        '--replay <file>',
        'Plays this scenario only: exit code 0 if the client is right, 1 if not, 125 if it cannot be tried.',
      ),
    )
    .addOption(option('--check-rows', 'Shows how the rows are read, and ends.'))
  runCommand(command, async (given: HuntArguments) => {
    const { runHunt } = await import('./runHunt.ts')
    await runHunt(given)
  })
}
