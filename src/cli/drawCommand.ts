import type { Command } from 'commander'
import { drawInputs } from '../endpoint/drawing/drawOptions.ts'
import { cacheOption } from './cacheOption.ts'
import { fieldOption } from './fieldOption.ts'
import { loadLimitOption } from './loadLimitOption.ts'
import { option } from './option.ts'
import { runCommand } from './runCommand.ts'
import type { DrawArguments } from './runDraw.ts'
import { addSpecOptions, specOptionNames } from './specOptions.ts'
import { verifySignaturesOption } from './verifySignaturesOption.ts'

/** Adds `ommer draw`. */
export function addDrawCommand(program: Command): void {
  const command = program
    .command('draw')
    .description('draw the blocks of a chain, with uncles and side branches, as an SVG file')
    .addOption(
      option('--out <file>', 'File to write; an existing one is replaced.').makeOptionMandatory(),
    )
    .addOption(fieldOption('--from <number>', 'from', drawInputs.from))
    .addOption(fieldOption('--to <number>', 'to', drawInputs.to))
    .addOption(fieldOption('--title <text>', 'title', drawInputs.title))
    .addOption(
      option('--load <path>', 'Draw this chain instead of generating one.').conflicts([
        ...specOptionNames,
        'scenario',
      ]),
    )
    .addOption(
      option(
        '--scenario <file>',
        'Draw the first endpoint of this scenario, a file or the name of one of the package, after its last step.',
      ).conflicts([...specOptionNames]),
    )
    .addOption(option('--no-verify', 'Load the chain without verifying it.').helpGroup('Loading:'))
    .addOption(verifySignaturesOption().helpGroup('Loading:'))
    .addOption(loadLimitOption().helpGroup('Loading:'))
  addSpecOptions(command).optionsGroup('Loading:').addOption(cacheOption())
  runCommand(command, async (given: DrawArguments) => {
    const { runDraw } = await import('./runDraw.ts')
    await runDraw(given)
  })
}
