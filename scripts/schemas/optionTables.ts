import type { Option } from 'commander'
import { helpConfiguration } from '../../src/cli/help.ts'
import { createProgram } from '../../src/cli/program.ts'
import { listed, tableOf } from './tables.ts'

/** The options of a command, as its `--help` describes them, without those of these names. */
export function optionTable(command: string, ...omitted: readonly string[]): string {
  return tableOfOptions(optionsOf(command).filter((option) => !omitted.includes(option.name())))
}

/** Some options of a command, in this order. */
export function someOptions(command: string, ...names: readonly string[]): string {
  const options = optionsOf(command)
  return tableOfOptions(
    names.map((name) => {
      const option = options.find((each) => each.name() === name)
      if (option === undefined) throw new Error(`ommer ${command} has no option --${name}`)
      return option
    }),
  )
}

function optionsOf(name: string): readonly Option[] {
  const command = createProgram().commands.find((each) => each.name() === name)
  if (command === undefined) throw new Error(`ommer has no command ${name}`)
  return command.options
}

function tableOfOptions(options: readonly Option[]): string {
  const rows = options.map((option) => {
    const description = helpConfiguration.optionDescription?.(option) ?? option.description
    return [listed([option.flags]), description]
  })
  return tableOf(['option', 'meaning'], rows)
}
