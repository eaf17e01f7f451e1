import type { Command } from 'commander'
import { exportInputs } from '../formats/exportOptions.ts'
import { formatNames } from '../formats/formatNames.ts'
import { described } from '../primitives/input.ts'
import { cacheOption } from './cacheOption.ts'
import { fieldOption } from './fieldOption.ts'
import { loadLimitOption } from './loadLimitOption.ts'
import { option } from './option.ts'
import { OUT_HELP } from './outHelp.ts'
import { runCommand } from './runCommand.ts'
import type { ExportArguments } from './runExport.ts'
import { addSpecOptions, specOptionNames } from './specOptions.ts'
import { verifySignaturesOption } from './verifySignaturesOption.ts'

const format = described(
  exportInputs.format,
  `One or several formats, separated by commas; several are written to a folder each: ${formatNames.join(', ')}.`,
)

const dialect = described(
  exportInputs.dialect,
  'The provider or node whose JSON is written; by default infura, or that of the loaded files.',
)

/** Adds `ommer export`. */
export function addExportCommand(program: Command): void {
  const command = program
    .command('export')
    .description('generate or load a chain and write it to a folder, in one format or several')
    .addOption(option('--out <dir>', OUT_HELP).makeOptionMandatory())
    .addOption(
      fieldOption('--format <names>', 'format', format)
        .argParser((text) => text.split(',').map((name) => name.trim()))
        .default(['json'], '"json"'),
    )
    .addOption(fieldOption('--dialect <name>', 'dialect', dialect))
    .addOption(fieldOption('--from <number>', 'from', exportInputs.from))
    .addOption(fieldOption('--to <number>', 'to', exportInputs.to))
    .addOption(option('--no-side-branches', 'Omit the blocks of other branches.'))
    .addOption(fieldOption('--access-lists', 'accessLists', exportInputs.accessLists))
    .addOption(fieldOption('--pretty', 'pretty', exportInputs.pretty))
    .addOption(fieldOption('--gzip', 'gzip', exportInputs.gzip))
    .addOption(
      option('--load <path>', 'Convert this chain instead of generating one.').conflicts(
        specOptionNames,
      ),
    )
    .addOption(option('--no-verify', 'Load the chain without verifying it.').helpGroup('Loading:'))
    .addOption(verifySignaturesOption().helpGroup('Loading:'))
    .addOption(loadLimitOption().helpGroup('Loading:'))
  addSpecOptions(command).optionsGroup('Loading:').addOption(cacheOption())
  runCommand(command, async (given: ExportArguments) => {
    const { runExport } = await import('./runExport.ts')
    await runExport(given)
  })
}
