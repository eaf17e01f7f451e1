import type { DialectName } from '../endpoint/dialects/dialect.ts'
import { dialects } from '../endpoint/dialects/dialects.ts'
import { OmmerError } from '../primitives/errors.ts'
import { type MethodSet, methodSets } from '../rpc/methods/registry.ts'
import { isWellFormedKey } from './apiKey.ts'
import { EndpointError, type EndpointOptions } from './endpointRegistry.ts'

/** How a chain is to be served. What is undefined is as if it were left out. */
export interface ServeOptions {
  /** 0 takes a free one. Default 8545. */
  readonly port?: number | undefined
  /** The address or name to listen on. Default `'127.0.0.1'`: this machine only. */
  readonly host?: string | undefined
  /**
   * API keys, each of which names an endpoint; the first is the server's own. Default `['dev']`.
   */
  readonly apiKeys?: readonly string[] | undefined
  /** Accept every well-formed API key and give each an endpoint of its own. Default false. */
  readonly anyKey?: boolean | undefined
  /** Whose way of writing the chain endpoints follow, unless told otherwise. Default `'infura'`. */
  readonly dialect?: DialectName | undefined
  /**
   * `'core'`: the five methods; `'all'`: with them, what clients ask beside them. Default `'all'`.
   */
  readonly methods?: MethodSet | undefined
  /** What `web3_clientVersion` says. Default `'ommer'`. */
  readonly clientVersion?: string | undefined
  readonly limits?: ServeLimits | undefined
}

/** Bounds on what clients can make the server hold or do; each a whole number of at least 1. */
export interface ServeLimits {
  /** The largest HTTP body or WebSocket message, in bytes. Default 5 MiB, as geth. */
  readonly requestBytes?: number | undefined
  /** The most requests in a batch. Default 1000, as geth. */
  readonly batchSize?: number | undefined
  /** How many bytes of answers may wait for a WebSocket client to read them. Default 16 MiB. */
  readonly backlogBytes?: number | undefined
  /** How often WebSocket clients are asked whether they are there. Default 30. */
  readonly heartbeatSeconds?: number | undefined
  /**
   * How many bytes of encoded answers are kept; gzipped forms come on top, at about half. Default
   * 64 MiB.
   */
  readonly cacheBytes?: number | undefined
  /** How many blocks one question for logs may be about. Default 10,000, as Infura. */
  readonly logRange?: number | undefined
  /** How many logs may be the answer to one question. Default 10,000, as Infura. */
  readonly logResults?: number | undefined
}

/** Options with every choice made. */
export type ResolvedServeOptions = Chosen<Omit<ServeOptions, 'limits'>> & {
  readonly limits: Chosen<ServeLimits>
}

type Chosen<T> = { readonly [Name in keyof T]-?: Exclude<T[Name], undefined> }

/** An option is unknown, of the wrong type or out of range; `option` names it. */
export class ServeOptionsError extends OmmerError {
  readonly option: string

  constructor(option: string, problem: string) {
    super('INVALID_OPTION', `${option}: ${problem}`)
    this.option = option
  }
}

const defaults: ResolvedServeOptions = {
  port: 8545,
  host: '127.0.0.1',
  apiKeys: ['dev'],
  anyKey: false,
  dialect: 'infura',
  methods: 'all',
  clientVersion: 'ommer',
  limits: {
    requestBytes: 5 * 1024 * 1024,
    batchSize: 1000,
    backlogBytes: 16 * 1024 * 1024,
    heartbeatSeconds: 30,
    cacheBytes: 64 * 1024 * 1024,
    logRange: 10_000,
    logResults: 10_000,
  },
}

/**
 * Checks options and fills in their defaults.
 *
 * @throws {ServeOptionsError} where one is not as `ServeOptions` says
 */
export function resolveServeOptions(options: ServeOptions): ResolvedServeOptions {
  requireKnown('', options, defaults)
  const limits = options.limits ?? {}
  requireKnown('limits.', limits, defaults.limits)
  const resolved = {
    ...withDefaults(options, defaults),
    limits: withDefaults(limits, defaults.limits),
  }
  requireInteger('port', resolved.port, 0, 65_535)
  requireText('host', resolved.host)
  requireKeys(resolved.apiKeys)
  requireOneOf('anyKey', resolved.anyKey, [true, false])
  requireOneOf('dialect', resolved.dialect, Object.keys(dialects))
  requireOneOf('methods', resolved.methods, Object.keys(methodSets))
  requireText('clientVersion', resolved.clientVersion)
  for (const [name, value] of Object.entries(resolved.limits)) {
    // A timer's delay is at most 2^31 - 1 milliseconds; a buffer's length is of the same size.
    const most = name === 'heartbeatSeconds' ? 2_147_483 : 2 ** 31 - 1
    requireInteger(`limits.${name}`, value, 1, most)
  }
  return resolved
}

function withDefaults<T extends object>(options: object, defaults: T): T {
  const given = Object.entries(options).filter(([, value]) => value !== undefined)
  return { ...defaults, ...Object.fromEntries(given) }
}

/**
 * Checks the options of an endpoint.
 *
 * @throws {EndpointError} where they are no object
 * @throws {ServeOptionsError} where one is not as `EndpointOptions` says
 */
export function requireEndpointOptions(options: EndpointOptions): void {
  if (typeof options !== 'object' || options === null) {
    throw new EndpointError(
      'INVALID_OPTIONS',
      `options: want an object such as { dialect: 'geth' }, have ${show(options)}`,
    )
  }
  requireKnown('', options, { dialect: undefined } satisfies Record<keyof EndpointOptions, unknown>)
  if (options.dialect !== undefined) {
    requireOneOf('dialect', options.dialect, Object.keys(dialects))
  }
}

function requireKnown(prefix: string, options: object, known: object): void {
  const unknown = Object.keys(options).find((name) => !Object.hasOwn(known, name))
  if (unknown === undefined) return
  const names = Object.keys(known).join(', ')
  throw new ServeOptionsError(
    prefix + unknown,
    `there is no such option; those known are: ${names}`,
  )
}

function requireInteger(option: string, value: unknown, low: number, high: number): void {
  if (typeof value !== 'number' || !Number.isInteger(value) || value < low || value > high) {
    throw new ServeOptionsError(
      option,
      `${show(value)} is not a whole number from ${low} to ${high}`,
    )
  }
}

function requireText(option: string, value: unknown): void {
  if (typeof value !== 'string' || value === '') {
    throw new ServeOptionsError(option, `${show(value)} is not a text`)
  }
}

function requireOneOf(option: string, value: unknown, choices: readonly unknown[]): void {
  if (!choices.includes(value)) {
    throw new ServeOptionsError(option, `${show(value)} is none of: ${choices.join(', ')}`)
  }
}

function requireKeys(keys: unknown): void {
  if (!Array.isArray(keys) || keys.length === 0) {
    throw new ServeOptionsError('apiKeys', 'want a list of at least one key')
  }
  const wrong = keys.findIndex((key) => typeof key !== 'string' || !isWellFormedKey(key))
  if (wrong !== -1) {
    throw new ServeOptionsError(
      `apiKeys[${wrong}]`,
      'an API key is 1 to 128 letters, digits, "_", "." and "-"',
    )
  }
}

function show(value: unknown): string {
  return typeof value === 'string' ? `'${value}'` : String(value)
}
