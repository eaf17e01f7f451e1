import type { Command } from 'commander'
import { option } from './option.ts'
import { runCommand } from './runCommand.ts'
import type { PrintSpecArguments } from './runPrintSpec.ts'
import { addSpecOptions, nameLists } from './specOptions.ts'

/** Adds `ommer spec`, which turns options into a file for `--spec`. */
export function addSpecCommand(program: Command): void {
  const command = program
    .command('spec')
    .description('print the chain that options describe as a file for --spec, with all defaults')
  addSpecOptions(command)
    .optionsGroup('Output:')
    .addOption(option('--json', 'Print JSON instead of YAML.'))
    .addHelpText('after', () => `\n${nameLists()}`)
  runCommand(command, async (given: PrintSpecArguments) => {
    const { runPrintSpec } = await import('./runPrintSpec.ts')
    await runPrintSpec(given)
  })
}
