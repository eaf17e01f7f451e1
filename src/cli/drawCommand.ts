import type { Command } from 'commander'
import { drawInputs } from '../drawOptions.ts'
import { described } from '../primitives/input.ts'
import { cacheOption } from './cacheOption.ts'
import { fieldOption } from './fieldOption.ts'
import { loadLimitOption } from './loadLimitOption.ts'
import { option } from './option.ts'
import { runCommand } from './runCommand.ts'
import type { DrawArguments } from './runDraw.ts'
import { addSpecOptions, specOptionNames } from './specOptions.ts'

const from = described(drawInputs.from, 'The first block; by default 15 below the last.')
const to = described(drawInputs.to, 'The last block; by default the highest.')
const title = described(drawInputs.title, 'The title for screen readers.')

/** Adds `ommer draw`. */
export function addDrawCommand(program: Command): void {
  const command = program
    .command('draw')
    .description('generate or load a chain and draw its blocks, branches and uncles as an SVG')
    .addOption(option('--out <file>', 'The file to write, such as tree.svg.').makeOptionMandatory())
    .addOption(fieldOption('--from <number>', 'from', from))
    .addOption(fieldOption('--to <number>', 'to', to))
    .addOption(fieldOption('--title <text>', 'title', title))
    .addOption(
      option('--load <path>', 'Draw this chain instead of generating one.').conflicts(
        specOptionNames,
      ),
    )
    .addOption(option('--no-verify', 'Load the chain without verifying it.').helpGroup('Loading:'))
    .addOption(loadLimitOption().helpGroup('Loading:'))
  addSpecOptions(command).optionsGroup('Loading:').addOption(cacheOption())
  runCommand(command, async (given: DrawArguments) => {
    const { runDraw } = await import('./runDraw.ts')
    await runDraw(given)
  })
}
