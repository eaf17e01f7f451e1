import { Command, type HelpConfiguration, type Option } from 'commander'

/** Omits the environment variables, of which one sentence says all, and shows defaults that only the schema has. */
export const helpConfiguration: HelpConfiguration = {
  optionDescription: (option) => {
    const { argChoices, description } = option
    const fallback = defaultOf(option)
    const facts = [
      ...(argChoices === undefined ? [] : [`choices: ${argChoices.join(', ')}`]),
      ...(fallback === undefined ? [] : [`default: ${fallback}`]),
    ]
    return facts.length === 0 ? description : `${description} (${facts.join('; ')})`
  },
}

function defaultOf({
  required,
  defaultValue,
  defaultValueDescription,
}: Option): string | undefined {
  if (defaultValueDescription !== undefined) return defaultValueDescription
  // A switch is off by default.
  return required && defaultValue !== undefined ? String(defaultValue) : undefined
}

/**
 * The help of a command, for some of its options.
 *
 * @param names of the options, in the order in which they are shown
 */
export function shortHelp(command: Command, names: readonly string[]): string {
  const short = new Command(command.parent?.name())
  short.copyInheritedSettings(command).usage('[options]').helpOption(false)
  const shown = names.map((name) => command.options.find((each) => each.attributeName() === name))
  for (const each of shown) if (each !== undefined) short.addOption(each)
  return short.helpInformation()
}
