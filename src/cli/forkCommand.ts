import type { Command } from 'commander'
import { option } from './option.ts'
import { print } from './print.ts'
import { runCommand } from './runCommand.ts'

/** Adds `ommer fork merge`. */
export function addForkCommand(program: Command): void {
  const fork = program
    .command('fork')
    .description('work with the folders that serve --fork-witness writes')
  const merge = fork
    .command('merge <folder...>')
    .description('merge folders, such as those of shards of a test suite')
    .addOption(option('--into <folder>', 'The folder to write; by default the first one.'))
  runCommand(merge, async (given: { readonly into?: string }, { args }) => {
    const { mergeWitnesses } = await import('../fork/witness/mergeWitnesses.ts')
    const into = given.into ?? (args[0] as string)
    const { items, nodes } = await mergeWitnesses(args, into)
    await print(`${into}: ${items} items, ${nodes} nodes of tries\n`)
  })
}
