import type { Command, Option } from 'commander'
import { emptyDevChain } from '../devDefaults.ts'
import { runCommand } from '../runCommand.ts'
import type { ServeArguments } from '../runServe.ts'
import { type AnvilArguments, type AnvilOption, anvilOptions } from './anvilOptions.ts'

/**
 * Adds `ommer anvil`: a development node with Anvil's options and output.
 *
 * @param serve the command whose defaults it has where Anvil has no option
 */
export function addAnvilCommand(program: Command, serve: Command): void {
  const command = program
    .command('anvil')
    .description("a development node with Anvil's options and output, for tools that start Anvil")
  for (const { options } of anvilOptions) {
    const [shown, ...others] = options as [Option, ...Option[]]
    command.addOption(shown)
    for (const other of others) command.addOption(other.hideHelp())
  }
  runCommand(command, async () => {
    const sets = anvilOptions.flatMap((row) => givenOf(row, command).map((each) => each.sets))
    const [block, other] = new Set(sets.flatMap(({ forkBlock }) => forkBlock ?? []))
    if (other !== undefined) {
      command.error(`error: --fork-block-number: it is ${other}, but --fork-url names ${block}`)
    }
    const given: AnvilArguments = Object.assign({}, ...sets)
    const notes = notesOf(command, given)
    const { runAnvil } = await import('./runAnvil.ts')
    await runAnvil({
      ...serve.opts<ServeArguments>(),
      dev: true,
      // A fork takes the rest from its network, and as in Anvil its newest block.
      ...(given.forkUrl === undefined && emptyDevChain(Math.floor(Date.now() / 1000))),
      ...(given.forkUrl && !given.forkTransaction && { forkBlock: 'latest' }),
      ...given,
      notes,
    })
  })
}

/** The notes of the options that were given. Refuses those of a fork without `--fork-url`. */
function notesOf(command: Command, { forkUrl }: AnvilArguments): readonly string[] {
  return anvilOptions.flatMap((row) =>
    givenOf(row, command).flatMap(({ name }) => {
      if (row.isOfFork && forkUrl === undefined)
        command.error(`error: ${name}: it needs --fork-url`)
      return row.note === undefined ? [] : [`${name}: ${row.note}`]
    }),
  )
}

/** The names under which an option was given, and what it sets. */
function givenOf({ options, as }: AnvilOption, command: Command) {
  return options.flatMap((option) => {
    const attribute = option.attributeName()
    const source = command.getOptionValueSource(attribute)
    if (source === undefined || source === 'default') return []
    // What the parser of this option has returned.
    return [{ name: option.long, sets: as(command.getOptionValue(attribute) as never) }]
  })
}
