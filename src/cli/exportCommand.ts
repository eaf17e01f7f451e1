import { type Command, InvalidArgumentError } from 'commander'
import { dialects } from '../endpoint/dialects/dialects.ts'
import { type FormatName, formatNames } from '../formats/manifest.ts'
import { loadLimitOption } from './loadLimitOption.ts'
import { option, wholeNumber } from './option.ts'
import type { ExportArguments } from './runExport.ts'
import { addSpecOptions, specOptionNames } from './specOptions.ts'

/** Adds `ommer export`. */
export function addExportCommand(program: Command): void {
  const command = program
    .command('export')
    .description('generate or load a chain and write it to a folder, in one form or several')
    .addOption(option('--out <dir>', 'the folder').makeOptionMandatory())
    .addOption(
      option('--format <names>', `one or several, separated by commas: ${formatNames.join(', ')}`)
        .argParser(formatList)
        .default(['json'], '"json"'),
    )
    .addOption(
      option('--dialect <name>', 'whose way of writing the chain to follow in JSON')
        .choices(Object.keys(dialects))
        .default(undefined, 'infura, or that of the loaded files'),
    )
    .addOption(option('--from <number>', 'first block of the main branch').argParser(wholeNumber))
    .addOption(
      option('--to <number>', 'last block, the head of what is written').argParser(wholeNumber),
    )
    .addOption(option('--no-side-branches', 'leave out the whole blocks of other branches'))
    .addOption(option('--pretty', 'indent JSON'))
    .addOption(option('--gzip', 'compress bundle and cassette'))
    .addOption(
      option('--load <path>', 'write this chain anew instead of generating one').conflicts(
        specOptionNames,
      ),
    )
    .addOption(option('--no-verify', 'load even what was altered or does not fit together'))
    .addOption(loadLimitOption())
  addSpecOptions(command).action(async (given: ExportArguments) => {
    const { runExport } = await import('./runExport.ts')
    await runExport(given)
  })
}

function formatList(text: string): FormatName[] {
  return text.split(',').map((name) => {
    const found = formatNames.find((each) => each === name.trim())
    if (found !== undefined) return found
    throw new InvalidArgumentError(`'${name}' is none of: ${formatNames.join(', ')}.`)
  })
}
