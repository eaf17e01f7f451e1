import { InvalidArgumentError, Option } from 'commander'

/** An option that an environment variable can stand for: `--api-key` and `OMMER_API_KEY`. */
export function option(flags: string, description: string): Option {
  const created = new Option(flags, description)
  const variable = `OMMER_${created.name().replaceAll('-', '_').toUpperCase()}`
  // To commander any value of a switch means "on".
  const isSwitch = created.isBoolean() || created.negate
  const isOff = isSwitch && /^(0|false|no|off)$/i.test(process.env[variable] ?? '')
  const isEmpty = process.env[variable] === ''
  return isOff || isEmpty ? created : created.env(variable)
}

export function wholeNumber(text: string): number {
  if (!/^\d{1,15}$/.test(text)) throw new InvalidArgumentError('It is not a whole number.')
  return Number(text)
}
