import { InvalidArgumentError } from 'commander'

/** Reads a whole number from the command line. */
export function atLeast(least: number): (text: string) => number {
  return (text) => {
    const count = Number(text)
    if (Number.isInteger(count) && count >= least) return count
    throw new InvalidArgumentError(`It is not a whole number of at least ${least}.`)
  }
}
