import { helpConfiguration } from '../../src/cli/help.ts'
import { createProgram } from '../../src/cli/program.ts'
import { listed, tableOf } from './tables.ts'

/**
 * The options of a command, as its `--help` describes them.
 *
 * @param omitted their names, without the dashes
 */
export function optionTable(command: string, omitted: readonly string[] = []): string {
  const found = createProgram().commands.find((each) => each.name() === command)
  const shown = (found?.options ?? []).filter((option) => !omitted.includes(option.name()))
  const rows = shown.map((option) => {
    const description = helpConfiguration.optionDescription?.(option) ?? option.description
    return [listed([option.flags]), description]
  })
  return tableOf(['option', 'meaning'], rows)
}
