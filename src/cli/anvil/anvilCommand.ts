import type { Command, Option } from 'commander'
import { inOneLine } from '../../primitives/inOneLine.ts'
import { emptyDevChain } from '../devDefaults.ts'
import { withHint } from '../otherTools.ts'
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
  command.configureOutput({
    outputError: (text, write) =>
      write(`${withHint(inOneLine(text.trim()), 'of ommer serve --dev')}\n`),
  })
  for (const { options } of anvilOptions) {
    const [shown, ...others] = options as [Option, ...Option[]]
    command.addOption(shown)
    for (const other of others) command.addOption(other.hideHelp())
  }
  runCommand(command, async () => {
    const { runAnvil } = await import('./runAnvil.ts')
    await runAnvil({
      ...serve.opts<ServeArguments>(),
      dev: true,
      ...emptyDevChain(Math.floor(Date.now() / 1000)),
      ...Object.assign({}, ...anvilOptions.flatMap((row) => setBy(row, command))),
    })
  })
}

/** What an option sets, if it was given. */
function setBy({ options, as }: AnvilOption, command: Command): readonly AnvilArguments[] {
  return options.flatMap((option) => {
    const name = option.attributeName()
    const source = command.getOptionValueSource(name)
    if (source === undefined || source === 'default') return []
    return [as(command.getOptionValue(name) as never)]
  })
}
