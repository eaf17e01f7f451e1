import { InvalidArgumentError } from 'commander'

type Limits = Readonly<Record<string, number>>

/** Adds `batchSize=10` to limits; in the environment, where an option can stand but once, separated by commas. */
export function appendLimits(text: string, limits: Limits): Limits {
  const entries = text.split(',').map((each): [string, number] => {
    const [, name, value] = /^(\w+)=(\d{1,15})$/.exec(each) ?? []
    if (name !== undefined && value !== undefined) return [name, Number(value)]
    throw new InvalidArgumentError('It is not like name=10.')
  })
  return { ...limits, ...Object.fromEntries(entries) }
}
