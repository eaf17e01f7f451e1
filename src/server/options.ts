import * as v from 'valibot'
import type { DialectName } from '../endpoint/dialects/dialect.ts'
import { dialectNames } from '../endpoint/dialects/dialects.ts'
import type { FaultRule } from '../faults/faultRule.ts'
import {
  boolean,
  checkedElsewhere,
  consistent,
  described,
  either,
  type InputsOf,
  isObject,
  object,
  oneOf,
  show,
  text,
  wholeNumber,
} from '../primitives/input.ts'
import { InputError } from '../primitives/inputError.ts'
import { type MethodSet, methodSetNames } from '../rpc/methods/registry.ts'
import { apiKeyInput } from './apiKey.ts'
import { isLoopback } from './loopback.ts'
import { type ServeLimits, serveLimits } from './serveLimits.ts'

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

const logLevels = ['silent', 'error', 'info'] as const

export type LogLevel = (typeof logLevels)[number]

/** What lines can be written to: any of Node's writable streams, or an object like it. */
export interface LogStream {
  write(line: string): unknown
}

/** An option is unknown, of the wrong type or out of range; `option` names it. */
export class ServeOptionsError extends InputError {
  readonly option: string

  constructor(option: string, problem: string) {
    super('INVALID_OPTION', option, problem)
    this.option = option
  }
}

const OPTION = { member: 'option' }

const apiKey = either(
  isObject,
  object(
    {
      key: apiKeyInput,
      dialect: v.optional(
        // It is not repeated: a key may have been mistaken for it.
        v.picklist(dialectNames, `the dialect of a key is one of: ${dialectNames.join(', ')}`),
      ),
    } satisfies InputsOf<ApiKeyOptions>,
    OPTION,
  ),
  apiKeyInput,
)

const noToken = 'a token is at least one of letters, digits and -._~+/, with = at the end alone'

const token = v.pipe(v.string(noToken), v.regex(/^[\w.~+/-]+=*$/, noToken))

const control = either(
  isObject,
  object({ token } satisfies InputsOf<ControlOptions>, OPTION),
  v.boolean(({ input }) => {
    // A text is most likely the token, which nobody else is to read.
    return `${typeof input === 'string' ? 'a text' : show(input)} is neither a boolean nor { token }`
  }),
)

const logStream = v.custom<LogStream>(
  (stream) => typeof (stream as LogStream | null)?.write === 'function',
  ({ input }) => `${show(input)} has no write function`,
)

// They do not repeat what was given: it may be a key.
const NO_KEYS = 'want a list of at least one key'
const apiKeys = v.pipe(v.array(apiKey, NO_KEYS), v.nonEmpty(NO_KEYS))

/** How each option is checked, and its default. */
export const serveInputs = {
  port: v.optional(
    described(wholeNumber(0, 65_535), 'Port to listen on; 0 takes a free one.'),
    8545,
  ),
  host: v.optional(described(text, 'Address or name to listen on.'), '127.0.0.1'),
  apiKeys: v.optional(described(apiKeys, 'API keys to accept.')),
  anyKey: v.optional(
    described(boolean, 'Accept every API key, and give each an endpoint of its own.'),
    false,
  ),
  dialect: v.optional(
    described(oneOf(...dialectNames), 'The provider or node whose JSON the endpoints follow.'),
    'infura',
  ),
  methods: v.optional(
    described(
      oneOf(...methodSetNames),
      'core: the five methods alone; all: the methods that clients call beside them, too.',
    ),
    'all',
  ),
  control: v.optional(
    described(control, 'Serve the methods that move endpoints, at /control/<API_KEY>.'),
    false,
  ),
  // Errors in rules are of another class: `readFaults` throws them.
  faults: v.optional(checkedElsewhere<readonly FaultRule[]>()),
  clientVersion: v.optional(described(text, 'The answer to web3_clientVersion.'), 'ommer'),
  logLevel: v.optional(
    described(oneOf(...logLevels), 'info: write a line of JSON to stderr for each request.'),
    'silent',
  ),
  logStream: v.optional(logStream),
  limits: v.optional(described(serveLimits, 'Bounds on what clients can ask for.'), {}),
} satisfies InputsOf<ServeOptions>

/** The options, as far as schemas can check them; `resolveServeOptions` checks the rest. */
export const serveOptions = v.pipe(
  object(serveInputs, { ...OPTION, wanted: 'an object such as { port: 0 }' }),
  consistent(({ control, host }) =>
    control !== true || isLoopback(host)
      ? undefined
      : {
          path: ['control'],
          problem: "it needs { token: '…' } when host is not a loopback address",
        },
  ),
)
