import { isDeepStrictEqual } from 'node:util'
import { show } from '../primitives/input.ts'

/** What sets the options of a server on the command line. */
const SWITCHES: Readonly<Record<string, string>> = {
  dev: '--dev',
  funded: '--dialect, --api-key',
  automine: '--no-mining',
  miningInterval: '--block-time',
  mixedMining: '--mixed-mining',
  poolOrder: '--pool-order',
  clock: '--clock',
  backgroundTraffic: '--background-traffic',
  poolTransactions: '--limit poolTransactions',
  poolBytes: '--limit poolBytes',
}

/** Fields whose values may be secrets. Without a value they have nothing; others have their default. */
const SECRETS: Readonly<
  Record<string, { readonly some: string; readonly other: string; readonly none: string }>
> = {
  mnemonic: { some: 'a mnemonic', other: 'another mnemonic', none: 'no mnemonic' },
  funded: {
    some: 'funded accounts',
    other: 'funded accounts at other keys',
    none: 'no funded accounts',
  },
}

type Fields = Readonly<Record<string, unknown>>

/**
 * The first field that differs, its values, and the option that sets it.
 *
 * @param of the spec of a chain, or the options of a server
 */
export function fieldDifference(
  found: Fields,
  wanted: Fields,
  of: 'spec' | 'server',
): string | undefined {
  const names = new Set([...Object.keys(wanted), ...Object.keys(found)])
  for (const name of names) {
    if (isDeepStrictEqual(found[name], wanted[name])) continue
    const option =
      of === 'server'
        ? SWITCHES[name]
        : `--${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`
    const text = contrast(name, found[name], wanted[name])
    return option === undefined ? text : `${text} (${option})`
  }
  return undefined
}

function contrast(name: string, found: unknown, wanted: unknown): string {
  const secret = SECRETS[name]
  if (secret !== undefined) {
    const { some, other, none } = secret
    if (isNothing(wanted)) return `${some}, this one has none`
    return isNothing(found) ? `${none}, this one has ${some}` : other
  }
  const [before, now] = [shown(found), shown(wanted)]
  // Of objects, and of long texts, it does not tell them apart.
  if (before === now) return `another ${name}`
  return `${before === undefined ? `the default ${name}` : `${name} ${before}`}, this one has ${now ?? 'the default'}`
}

function isNothing(value: unknown): boolean {
  return value === undefined || (Array.isArray(value) && value.length === 0)
}

function shown(value: unknown): string | undefined {
  return value === undefined ? undefined : show(value)
}
