import type { ResolvedRule } from '../faults/resolveFaults.ts'
import type { Forking } from '../moves/forking.ts'
import { readInput } from '../primitives/input.ts'
import { readFaults } from '../rpc/faults/readFaults.ts'
import { isLoopback } from './loopback.ts'
import {
  type ApiKeyOptions,
  type LogStream,
  type ServeOptions,
  ServeOptionsError,
  serveOptions,
  type TerminalOutput,
} from './options.ts'
import type { ServeLimits } from './serveLimits.ts'

// A file of its own: the command line needs the options for its help, but not the checks of faults.

/** Options with every choice made. */
export type ResolvedServeOptions = Chosen<
  Omit<
    ServeOptions,
    | 'apiKeys'
    | 'limits'
    | 'logStream'
    | 'terminal'
    | 'faults'
    | 'history'
    | 'miningInterval'
    | 'clockStart'
    | 'journal'
    | 'artifacts'
    | 'forking'
  >
> & {
  readonly apiKeys: readonly ResolvedKey[]
  /** undefined: none */
  readonly faults: readonly ResolvedRule[] | undefined
  readonly limits: ResolvedLimits
  /** undefined: as the chain has it */
  readonly history: number | undefined
  /** undefined: none */
  readonly journal: string | undefined
  /** undefined: none are mined by themselves */
  readonly miningInterval: number | undefined
  /** undefined: that of the wall clock */
  readonly clockStart: number | undefined
  /** undefined: nowhere */
  readonly terminal: TerminalOutput | undefined
  /** undefined: none */
  readonly artifacts: string | undefined
  /** undefined: networks cannot be forked while the server runs */
  readonly forking: Forking | undefined
  /** undefined: stderr */
  readonly logStream: LogStream | undefined
}

export interface ResolvedKey extends ApiKeyOptions {
  /** the earlier key whose endpoint this one names, too; undefined if it has an endpoint of its own */
  readonly endpointOf?: string
}

/** `logRange` and `logResults` are undefined for what the dialect allows. */
type ResolvedLimits = Chosen<Omit<ServeLimits, 'logRange' | 'logResults'>> &
  Pick<ServeLimits, 'logRange' | 'logResults'>

type Chosen<T> = { readonly [Name in keyof T]-?: Exclude<T[Name], undefined> }

const OWN_KEY: ResolvedKey = { key: 'dev' }
const GETH_KEY: ResolvedKey = { key: 'geth', dialect: 'geth', endpointOf: OWN_KEY.key }

/**
 * Checks options and fills in their defaults.
 *
 * @throws {ServeOptionsError} where one is not as `ServeOptions` says
 * @throws {FaultError} where a rule in `faults` is not as `FaultRule` says
 */
export function resolveServeOptions(options: ServeOptions): ResolvedServeOptions {
  const read = readInput(serveOptions, options, '', (path, problem) => {
    return new ServeOptionsError(path === '' ? 'options' : path, problem)
  })
  return {
    ...read,
    apiKeys: resolveKeys(read.apiKeys, read.anyKey),
    faults: read.faults === undefined ? undefined : readFaults(read.faults),
    terminal: read.terminal,
    logStream: read.logStream,
    history: read.history,
    miningInterval: read.miningInterval,
    clockStart: read.clockStart,
    journal: read.journal,
    artifacts: read.artifacts,
    forking: read.forking,
  }
}

/**
 * The key that is assumed for requests to the root address; undefined where they get 404. A key authorises, so none is
 * assumed where the owner has chosen keys, or where other machines can connect.
 */
export function rootKeyOf({
  apiKeys,
  host,
  dialect,
}: Pick<ResolvedServeOptions, 'apiKeys' | 'host' | 'dialect'>): string | undefined {
  if (!apiKeys.includes(GETH_KEY) || !isLoopback(host)) return undefined
  // Tools of developers know only the root address.
  return dialect === 'anvil' ? OWN_KEY.key : GETH_KEY.key
}

/**
 * The key to whose page a browser without a key is led; undefined where there is none. Keys may be secrets, so it can only
 * be the one that everybody knows and can try.
 */
export function pageKeyOf({ apiKeys }: Pick<ResolvedServeOptions, 'apiKeys'>): string | undefined {
  return apiKeys[0]?.key === OWN_KEY.key ? OWN_KEY.key : undefined
}

function resolveKeys(
  given: readonly (string | ApiKeyOptions)[] | undefined,
  anyKey: boolean,
): readonly ResolvedKey[] {
  // With `anyKey`, `geth` names an endpoint of its own, as every other key does.
  if (given === undefined) return anyKey ? [OWN_KEY] : [OWN_KEY, GETH_KEY]
  const keys = given.map((each): ApiKeyOptions => (typeof each === 'string' ? { key: each } : each))
  for (const [index, { key, dialect }] of keys.entries()) {
    const first = keys.find((other) => other.key === key)
    if (first?.dialect === dialect) continue
    throw new ServeOptionsError(`apiKeys[${index}]`, 'the same key was given with another dialect')
  }
  return keys
}
