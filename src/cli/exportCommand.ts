import type { Command } from 'commander'
import { option } from './option.ts'
import type { ExportArguments } from './runExport.ts'
import { addSpecOptions } from './specOptions.ts'

/** The forms in which a chain can be written; `hive` is geth's genesis.json and chain.rlp. */
const formats = ['hive'] as const

export function addExportCommand(program: Command): void {
  const command = program
    .command('export')
    .description("generate a chain and write it to a folder, as geth's genesis.json and chain.rlp")
    .addOption(option('--out <dir>', 'the folder').makeOptionMandatory())
    .addOption(option('--format <name>', 'how to write it').choices(formats).default('hive'))
  addSpecOptions(command).action(async (given: ExportArguments) => {
    const { runExport } = await import('./runExport.ts')
    await runExport(given)
  })
}
