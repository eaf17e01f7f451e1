import { isDeepStrictEqual } from 'node:util'
import { show } from '../primitives/input.ts'

/** What sets a field on the command line, where that has another name. */
const SWITCHES: Readonly<Record<string, string>> = {
  funded: '--dialect, --api-key',
  automine: '--no-mining',
  miningInterval: '--block-time',
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

/** The first field that differs between specs, or between the options of servers: its values, and the option that sets it. */
export function fieldDifference(found: Fields, wanted: Fields): string | undefined {
  const names = new Set([...Object.keys(wanted), ...Object.keys(found)])
  for (const name of names) {
    if (isDeepStrictEqual(found[name], wanted[name])) continue
    const same = name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
    return `${contrast(name, found[name], wanted[name])} (${SWITCHES[name] ?? `--${same}`})`
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
