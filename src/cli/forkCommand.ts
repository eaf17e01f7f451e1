import type { Command } from 'commander'
import { option } from './option.ts'
import { print } from './print.ts'
import { runCommand } from './runCommand.ts'

/** Adds `ommer fork merge`. */
export function addForkCommand(program: Command): void {
  const fork = program
    .command('fork')
    .description('work with folders of serve --fork-witness, which keep what was read of a network')
  const merge = fork
    .command('merge <folder...>')
    .description('unite folders, such as those of parts of a test suite')
    .addOption(option('--into <folder>', 'The folder to write; by default the first one.'))
  runCommand(merge, async (given: { readonly into?: string }, { args }) => {
    const { mergeWitnesses } = await import('../fork/witness/mergeWitnesses.ts')
    const into = given.into ?? (args[0] as string)
    const { items, nodes } = await mergeWitnesses(args, into)
    await print(`${into}: ${items} items, ${nodes} nodes of tries\n`)
  })
}
