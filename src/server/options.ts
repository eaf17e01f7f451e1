import type { DialectName } from '../endpoint/dialects/dialect.ts'
import { dialects } from '../endpoint/dialects/dialects.ts'
import type { FaultRule } from '../faults/faultRule.ts'
import type { ResolvedRule } from '../faults/resolveFaults.ts'
import type { LagOptions } from '../moves/kinds/setLag.ts'
import { OmmerError } from '../primitives/errors.ts'
import { unknownMember } from '../primitives/unknownMember.ts'
import { readFaults } from '../rpc/faults/readFaults.ts'
import { type MethodSet, methodSets } from '../rpc/methods/registry.ts'
import { isWellFormedKey } from './apiKey.ts'
import { EndpointError } from './endpointError.ts'
import { type EndpointOptions, lagOptionNames } from './endpointOptions.ts'
import { isLoopback } from './loopback.ts'

/** How a chain is to be served. What is undefined is as if it were left out. */
export interface ServeOptions {
  /** 0 takes a free one. Default 8545. */
  readonly port?: number | undefined
  /** The address or name to listen on. Default `'127.0.0.1'`: this machine only. */
  readonly host?: string | undefined
  /**
   * API keys, each of which names an endpoint of its own; the first is the server's. By default there is one endpoint
   * with two keys: `dev`, and `geth`, by which it is asked in the dialect `geth`, as clients in Go and Rust want it; with
   * `anyKey` only `dev`.
   */
  readonly apiKeys?: readonly (string | ApiKeyOptions)[] | undefined
  /** Accept every well-formed API key and give each an endpoint of its own. Default false. */
  readonly anyKey?: boolean | undefined
  /**
   * Whose way of writing the chain endpoints follow, unless told otherwise. Default `'infura'`, or where the chain was
   * loaded the dialect of its files.
   */
  readonly dialect?: DialectName | undefined
  /**
   * `'core'`: the five methods; `'all'`: with them, what clients ask beside them. Default `'all'`.
   */
  readonly methods?: MethodSet | undefined
  /**
   * Serve at `/control/<API_KEY>` what moves endpoints, for suites in other languages and tools made for Anvil and
   * Hardhat. Requests then have to bring the token, if there is one: `Authorization: Bearer TOKEN`. On a host that others
   * can reach there has to be one. Default false.
   */
  readonly control?: boolean | ControlOptions | undefined
  /**
   * What goes wrong, from the first call on, at each endpoint that is not told otherwise: each has its own count of
   * calls, and its own chances. Default nothing.
   */
  readonly faults?: readonly FaultRule[] | undefined
  /** What `web3_clientVersion` says. Default `'ommer'`. */
  readonly clientVersion?: string | undefined
  /**
   * `'info'` writes a line of JSON for each request, its API key masked; `'error'` one for each fault of ommer's own.
   * Default `'silent'`: such a fault is told in plain words on stderr, and nothing else.
   */
  readonly logLevel?: LogLevel | undefined
  /** Where these lines go. Default stderr. */
  readonly logStream?: LogStream | undefined
  readonly limits?: ServeLimits | undefined
}

/** An API key, and how its endpoint answers. */
export interface ApiKeyOptions {
  readonly key: string
  /** By default that of the server. */
  readonly dialect?: DialectName | undefined
}

interface ControlOptions {
  /** At least one of the letters, digits and marks that RFC 6750 allows: `-._~+/`, and `=` at the end. */
  readonly token: string
}

export type LogLevel = (typeof logLevels)[number]

export const logLevels = ['silent', 'error', 'info'] as const

/** What lines can be written to: any of Node's writable streams, or an object like it. */
export interface LogStream {
  write(line: string): unknown
}

/** Bounds on what clients can make the server hold or do; each a whole number of at least 1. */
export interface ServeLimits {
  /** The largest HTTP body or WebSocket message, in bytes. Default 5 MiB, as geth. */
  readonly requestBytes?: number | undefined
  /** The most JSON values in a body or message, lists, objects and what is in them. Default 50,000. */
  readonly requestValues?: number | undefined
  /** The most requests in a batch. Default 1000, as geth. */
  readonly batchSize?: number | undefined
  /** The most bytes in an answer, or in those of a batch together. Default 25 MiB, as geth for batches. */
  readonly answerBytes?: number | undefined
  /**
   * How many requests of one connection may wait for their answers at a time, of those that are not answered at once;
   * a batch counts as one. Default 1000.
   */
  readonly requestsInFlight?: number | undefined
  /**
   * How many bytes of one WebSocket's requests may be processed at a time, as they take in memory; more wait, and are
   * not read any further. One request is always processed. Default 16 MiB.
   */
  readonly queuedBytes?: number | undefined
  /**
   * How many bytes all clients together may make the server keep: requests from their first byte until they are
   * answered, and answers until they are read. When they exceed it, the connection that has kept most for longest is
   * closed. Default 256 MiB.
   */
  readonly clientBytes?: number | undefined
  /** How many subscriptions a WebSocket connection may have at a time. Default 100. */
  readonly subscriptions?: number | undefined
  /** How many clients may be connected, over HTTP and WebSocket together. Default 10,000. */
  readonly connections?: number | undefined
  /** How long the head of an HTTP request may take to come. Default 60. */
  readonly headersSeconds?: number | undefined
  /** How long an HTTP request may take to come, its body included: at least `headersSeconds`. Default 300. */
  readonly requestSeconds?: number | undefined
  /**
   * How long an HTTP connection may be idle between two requests. Default 120, as geth: a client that asks just when
   * we close gets an error, so the client should be the first to let go, and Go's does after 90 seconds.
   */
  readonly idleSeconds?: number | undefined
  /** How long answers in flight may hold up a close. Default 10. */
  readonly closeSeconds?: number | undefined
  /** How many bytes of answers may wait for a client to read them before it is answered no more. Default 16 MiB. */
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
export type ResolvedServeOptions = Chosen<
  Omit<ServeOptions, 'apiKeys' | 'limits' | 'logStream' | 'faults'>
> & {
  readonly apiKeys: readonly ResolvedKey[]
  /** undefined: nothing */
  readonly faults: readonly ResolvedRule[] | undefined
  readonly limits: Chosen<ServeLimits>
  /** undefined: stderr */
  readonly logStream: LogStream | undefined
}

interface ResolvedKey extends ApiKeyOptions {
  /** An earlier key: this one names its endpoint, too. Undefined: it names an endpoint of its own. */
  readonly endpointOf?: string
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

const OWN_KEY: ResolvedKey = { key: 'dev' }
const GETH_KEY: ResolvedKey = { key: 'geth', dialect: 'geth', endpointOf: OWN_KEY.key }

const defaults: ResolvedServeOptions = {
  port: 8545,
  host: '127.0.0.1',
  apiKeys: [OWN_KEY, GETH_KEY],
  anyKey: false,
  dialect: 'infura',
  methods: 'all',
  control: false,
  faults: undefined,
  clientVersion: 'ommer',
  logLevel: 'silent',
  logStream: undefined,
  limits: {
    requestBytes: 5 * 1024 * 1024,
    requestValues: 50_000,
    batchSize: 1000,
    answerBytes: 25 * 1024 * 1024,
    requestsInFlight: 1000,
    queuedBytes: 16 * 1024 * 1024,
    clientBytes: 256 * 1024 * 1024,
    subscriptions: 100,
    connections: 10_000,
    headersSeconds: 60,
    requestSeconds: 300,
    idleSeconds: 120,
    closeSeconds: 10,
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
 * @throws {FaultError} where a rule in `faults` is not as `FaultRule` says
 */
export function resolveServeOptions(options: ServeOptions): ResolvedServeOptions {
  requireKnown('', options, defaults)
  const limits = options.limits ?? {}
  requireKnown('limits.', limits, defaults.limits)
  const resolved = {
    ...withDefaults(options, defaults),
    apiKeys: resolveKeys(options),
    faults: options.faults === undefined ? undefined : readFaults(options.faults),
    limits: withDefaults(limits, defaults.limits),
  }
  requireInteger('port', resolved.port, 0, 65_535)
  requireText('host', resolved.host)
  requireOneOf('anyKey', resolved.anyKey, [true, false])
  requireOneOf('dialect', resolved.dialect, Object.keys(dialects))
  requireOneOf('methods', resolved.methods, Object.keys(methodSets))
  requireControl(resolved.control, resolved.host)
  requireText('clientVersion', resolved.clientVersion)
  requireOneOf('logLevel', resolved.logLevel, logLevels)
  requireStream(resolved.logStream)
  for (const [name, value] of Object.entries(resolved.limits)) {
    // A timer's delay is at most 2^31 - 1 milliseconds; a buffer's length is of the same size.
    const most = name.endsWith('Seconds') ? 2_147_483 : 2 ** 31 - 1
    requireInteger(`limits.${name}`, value, 1, most)
  }
  const { headersSeconds, requestSeconds } = resolved.limits
  requireInteger('limits.requestSeconds', requestSeconds, headersSeconds, 2_147_483)
  return resolved
}

function withDefaults<T extends object>(options: object, defaults: T): T {
  const given = Object.entries(options).filter(([, value]) => value !== undefined)
  return { ...defaults, ...Object.fromEntries(given) }
}

const endpointOptions: Record<keyof EndpointOptions, undefined> = {
  dialect: undefined,
  head: undefined,
  lag: undefined,
  finality: undefined,
  faults: undefined,
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
  requireKnown('', options, endpointOptions)
  const { dialect, head, lag } = options
  if (dialect !== undefined) requireOneOf('dialect', dialect, Object.keys(dialects))
  if (head !== undefined) requireBlock('head', head)
  if (lag === undefined) return
  if (head !== undefined) {
    throw new ServeOptionsError(
      'lag',
      'an endpoint that lags behind another has no head of its own',
    )
  }
  requireLag(lag)
}

/** @throws {ServeOptionsError} where it is wrong */
function requireLag(lag: LagOptions): void {
  if (typeof lag !== 'object' || lag === null) {
    throw new ServeOptionsError('lag', `want { behind, blocks }, have ${show(lag)}`)
  }
  const problem = unknownMember(lag, lagOptionNames)
  if (problem !== undefined) throw new ServeOptionsError('lag', problem)
  requireText('lag.behind', lag.behind)
  requireInteger('lag.blocks', lag.blocks, 0, Number.MAX_SAFE_INTEGER)
}

function requireBlock(option: string, value: unknown): void {
  const isNumber = Number.isSafeInteger(value) && (value as number) >= 0
  if (isNumber || (typeof value === 'string' && /^0x[0-9a-f]{64}$/.test(value))) return
  throw new ServeOptionsError(
    option,
    `${show(value)} is neither the number of a block nor its hash in lower case`,
  )
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

function requireStream(stream: LogStream | undefined): void {
  if (stream !== undefined && typeof stream?.write !== 'function') {
    throw new ServeOptionsError('logStream', `${show(stream)} has no write function`)
  }
}

function requireControl(control: boolean | ControlOptions, host: string): void {
  if (typeof control === 'boolean') {
    if (!control || isLoopback(host)) return
    throw new ServeOptionsError(
      'control',
      `on ${host} others could move endpoints, too: want { token: '…' }`,
    )
  }
  if (typeof control !== 'object' || control === null) {
    throw new ServeOptionsError('control', `${show(control)} is neither a boolean nor { token }`)
  }
  requireKnown('control.', control, { token: '' } satisfies Required<ControlOptions>)
  if (typeof control.token !== 'string' || !/^[\w.~+/-]+=*$/.test(control.token)) {
    throw new ServeOptionsError(
      'control.token',
      'a token is at least one of letters, digits and -._~+/, with = at the end alone',
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

function resolveKeys({ apiKeys: given, anyKey }: ServeOptions): readonly ResolvedKey[] {
  // Where any key will do `geth` names an endpoint of its own, as all of them do.
  if (given === undefined) return anyKey ? [OWN_KEY] : defaults.apiKeys
  if (!Array.isArray(given) || given.length === 0) {
    throw new ServeOptionsError('apiKeys', 'want a list of at least one key')
  }
  const keys = given.map((each, index) => readKey(each, `apiKeys[${index}]`))
  for (const [index, { key, dialect }] of keys.entries()) {
    const first = keys.find((other) => other.key === key)
    if (first?.dialect === dialect) continue
    throw new ServeOptionsError(`apiKeys[${index}]`, 'the same key was given with another dialect')
  }
  return keys
}

function readKey(given: unknown, name: string): ApiKeyOptions {
  const isObject = typeof given === 'object' && given !== null
  const { key, dialect } = (isObject ? given : { key: given }) as Record<string, unknown>
  if (isObject) {
    const problem = unknownMember(given, ['key', 'dialect'])
    if (problem !== undefined) throw new ServeOptionsError(name, problem)
  }
  if (typeof key !== 'string' || !isWellFormedKey(key)) {
    throw new ServeOptionsError(name, 'an API key is 1 to 128 letters, digits, "_", "." and "-"')
  }
  const names = Object.keys(dialects)
  if (dialect !== undefined && !names.some((known) => known === dialect)) {
    throw new ServeOptionsError(name, `the dialect of a key is one of: ${names.join(', ')}`)
  }
  return { key, dialect: dialect as DialectName | undefined }
}

function show(value: unknown): string {
  return typeof value === 'string' ? `'${value}'` : String(value)
}
