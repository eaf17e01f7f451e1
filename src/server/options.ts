import * as v from 'valibot'
import { type DialectName, dialectNames } from '../endpoint/dialects/dialects.ts'
import type { FaultRule } from '../faults/faultRule.ts'
import type { Forking } from '../moves/forking.ts'
import { type PoolOrder, poolOrders } from '../pool/transactionPool.ts'
import {
  boolean,
  checkedElsewhere,
  consistent,
  described,
  either,
  type InputsOf,
  isObject,
  nonEmptyString,
  object,
  oneOf,
  show,
  wanted,
  wholeNumber,
} from '../primitives/input.ts'
import { InputError } from '../primitives/inputError.ts'
import type { MethodSet } from '../rpc/methodSet.ts'
import { methodSetNames } from '../rpc/methods/methodRegistry.ts'
import { apiKeyInput } from './apiKey.ts'
import { isLoopback } from './loopback.ts'
import { SECONDS_MAX, type ServeLimits, serveLimits } from './serveLimits.ts'

/** Options for serving a chain. Undefined counts as omitted. */
export interface ServeOptions {
  /** 0 selects a free port. Default 8545. */
  readonly port?: number | undefined
  /**
   * Serve on a UNIX socket (on Windows a named pipe), too: JSON objects and lists, one on each line, as geth does. Its
   * clients get the endpoint that the root address has, else that of the first key. True: `ommer.ipc` in the folder for
   * temporary files; `server.ipcPath` says where. Default false.
   */
  readonly ipc?: boolean | string | undefined
  /** The address or name to listen on. Default `'127.0.0.1'`: this machine only. */
  readonly host?: string | undefined
  /**
   * API keys, or objects `{ key, dialect }`, each with its own endpoint; the first is the server's. By default one
   * endpoint has two keys: `dev`, and `geth`, which answers in the dialect `geth` for clients in Go and Rust; with `anyKey`
   * only `dev`.
   */
  readonly apiKeys?: readonly (string | ApiKeyOptions)[] | undefined
  /** Accept every well-formed API key and give each an endpoint of its own. Default false. */
  readonly anyKey?: boolean | undefined
  /** The default dialect of endpoints. Default `'infura'`, or for a loaded chain the dialect of its files. */
  readonly dialect?: DialectName | undefined
  /** `'core'`: the five methods; `'all'`: also the methods that clients call besides them. Default `'all'`. */
  readonly methods?: MethodSet | undefined
  /**
   * Serve the methods that move endpoints at `/control/<API_KEY>`, for tests in other languages and for tools made for
   * Anvil and Hardhat. If a token is set, requests must send it: `Authorization: Bearer TOKEN`. On a host that other
   * machines can reach, a token is mandatory. Default false.
   */
  readonly control?: boolean | ControlOptions | undefined
  /**
   * Serve the methods of Anvil, Hardhat and Ganache that move an endpoint at the endpoint's own address, too. Calls of web
   * pages are accepted from loopback origins and those of `cors` only. On a host that other machines can reach, `apiKeys`
   * is mandatory. Default false.
   */
  readonly dev?: boolean | undefined
  /**
   * Serve the explorer at `/explorer/<API_KEY>`, a page that shows the chain of an endpoint, and keep its newest requests
   * in memory for it. Default true.
   */
  readonly explorer?: boolean | undefined
  /**
   * With `dev`: whether a transaction is mined when it is sent. Otherwise it waits for a move that mines blocks. Default
   * true.
   */
  readonly automine?: boolean | undefined
  /** With `dev`: mine a block of each endpoint every so many seconds, and no transaction at once. Default never. */
  readonly miningInterval?: number | undefined
  /** With `miningInterval`: whether a transaction is nevertheless mined when it is sent. Default false. */
  readonly mixedMining?: boolean | undefined
  /**
   * With `dev`: which transactions a block includes first. `'fees'`: those that pay most, as geth does; `'fifo'`: those
   * that came first. Default `'fees'`.
   */
  readonly poolOrder?: PoolOrder | undefined
  /**
   * With `dev`: the times of new blocks. `'simulated'`: they follow from the seed; `'wall'`: they are those of the wall
   * clock, to which front ends compare deadlines. Default `'simulated'`.
   */
  readonly clock?: ClockName | undefined
  /** With the clock `'wall'`: the time at which it starts, with the server, in seconds since 1970. Default: now. */
  readonly clockStart?: number | undefined
  /**
   * With `dev`: whether new blocks have generated transactions besides those that were sent, as the blocks of the chain
   * do. Default false.
   */
  readonly backgroundTraffic?: boolean | undefined
  /**
   * Whether the tags `safe` and `finalized` name the first block of the chain until it is long enough. Otherwise they name
   * none until then, as on a new network. Default false.
   */
  readonly earlyFinality?: boolean | undefined
  /**
   * A file in which every move and every transaction that is sent is written before it is confirmed. A server that is
   * started with it again has its endpoints where they were. The chain, and the options for `dev`, must be the same.
   * Default: they are forgotten when the server closes.
   */
  readonly journal?: string | undefined
  /** Origins whose pages may change endpoints, such as `https://app.example`. Default none but loopback origins. */
  readonly cors?: readonly string[] | undefined
  /**
   * The faults, from the first call on, of each endpoint without faults of its own. Each endpoint counts its own calls
   * and makes its own draws. Default none.
   */
  readonly faults?: readonly FaultRule[] | undefined
  /** The result of `web3_clientVersion`. Default `'ommer/VERSION'`. */
  readonly clientVersion?: string | undefined
  /**
   * `'info'` writes a line of JSON for each request, with its API key masked; `'debug'` also its parameters, shortened
   * and without keys; `'error'` only a line for each internal error. Default `'silent'`: only internal errors are reported, in plain words on stderr.
   */
  readonly logLevel?: LogLevel | undefined
  /**
   * How many of the newest blocks of the chain keep their state in memory: about 20 KB for a block of ten transactions.
   * The state of an older block is computed when a client reads it. It applies to the chain, so if several servers set
   * it, the last one wins. Default 128.
   */
  readonly history?: number | undefined
  /**
   * `{ stream, consoleLog }`: where people are told in plain words what happens: each transaction, what contracts print by
   * `console.log`, each move, and each request that fails. Default nowhere.
   */
  readonly terminal?: TerminalOutput | undefined
  /**
   * A folder with what Hardhat, Foundry or solc has written of your contracts. The terminal and the explorer name them,
   * their functions and errors, and the lines of sources that have led to a failure. Default none.
   */
  readonly artifacts?: string | undefined
  /** Where log lines are written. Default stderr. */
  readonly logStream?: LogStream | undefined
  /** Limits on what clients can make the server store or do. */
  readonly limits?: ServeLimits | undefined
  /**
   * In whole seconds: a call such as `eth_call` that takes longer is aborted with geth's error, `execution aborted
   * (timeout = 5s)`. 0 for no limit. Default 5, as in geth.
   */
  readonly callTimeout?: number | undefined
  /** The most gas that the calls of one request may use together; 0 for no limit. Default 50,000,000, as in geth. */
  readonly callGas?: number | undefined
  /**
   * Forks networks while the server runs.
   *
   * @internal
   */
  readonly forking?: Forking | undefined
}

/** An API key, and the options of its endpoint. */
export interface ApiKeyOptions {
  readonly key: string
  /** Default: that of the server. */
  readonly dialect?: DialectName | undefined
}

interface ControlOptions {
  /** At least one of the letters, digits and marks that RFC 6750 allows: `-._~+/`, and `=` at the end. */
  readonly token: string
}

const logLevels = ['silent', 'error', 'info', 'debug'] as const

export type ClockName = 'simulated' | 'wall'

export type LogLevel = (typeof logLevels)[number]

/** What `terminal` needs. */
export interface TerminalOutput {
  /** for example `process.stdout`; with colours if it is a terminal */
  readonly stream: LogStream & { readonly isTTY?: boolean }
  /** Whether what contracts print by `console.log` is shown. Default true. */
  readonly consoleLog?: boolean | undefined
}

/** A destination for log lines: any writable stream of Node, or an object like it. */
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
        // Not repeated in the message, because a key may have been mistaken for it.
        v.picklist(dialectNames, `the dialect of a key is one of: ${dialectNames.join(', ')}`),
      ),
    } satisfies InputsOf<ApiKeyOptions>,
    OPTION,
  ),
  apiKeyInput,
)

const noToken = 'a token consists of letters, digits and -._~+/, and may end in ='

const token = v.pipe(v.string(noToken), v.regex(/^[\w.~+/-]+=*$/, noToken))

const control = either(
  isObject,
  object({ token } satisfies InputsOf<ControlOptions>, OPTION),
  v.boolean(({ input }) => {
    // A string is probably the token, which must not be logged.
    return `${typeof input === 'string' ? 'a string' : show(input)} is neither a boolean nor { token }`
  }),
)

const notOrigin = wanted('an origin such as https://app.example')
const WILDCARD = ({ input }: { readonly input: string }) =>
  `${show(input)} is not an origin such as https://app.example: list each origin by itself`
const NULL_ORIGIN =
  'pages without an origin (null), such as files, cannot be allowed: serve the page from http://localhost'
const origin = v.pipe(
  v.string(notOrigin),
  v.check((text) => text !== 'null', NULL_ORIGIN),
  v.check((text) => !text.includes('*'), WILDCARD),
  v.check(
    (text) => /^[a-z][a-z\d+.-]*:\/\/[^/\s?#@,]+\/?$/i.test(text) && URL.canParse(text),
    notOrigin,
  ),
)

const noSeconds = wanted('a number of seconds from 0.001 to 2000000')

/** The keys that a server has by default, which anyone can guess. */
const defaultKeys: readonly unknown[] = ['dev', 'geth']

const logStream = v.custom<LogStream>(
  (stream) => typeof (stream as LogStream | null)?.write === 'function',
  ({ input }) => `${show(input)} has no write function`,
)

const terminal = object(
  {
    stream: logStream,
    consoleLog: v.optional(boolean),
  } satisfies InputsOf<TerminalOutput>,
  OPTION,
)

// They do not repeat what was given: it may be a key.
const NO_KEYS = 'want a list of at least one key'
const apiKeys = v.pipe(v.array(apiKey, NO_KEYS), v.nonEmpty(NO_KEYS))

const NO_OWN_KEY =
  'when the host is not a loopback address, it needs API keys of your own (--api-key), and no --any-key'

function isOwnKey(each: string | ApiKeyOptions): boolean {
  return !defaultKeys.includes(typeof each === 'string' ? each : each.key)
}

/** How each option is checked, and its default. */
export const serveInputs = {
  port: v.optional(
    described(wholeNumber(0, 65_535), 'Port to listen on; 0 selects a free port.'),
    8545,
  ),
  host: v.optional(described(nonEmptyString, 'Address or name to listen on.'), '127.0.0.1'),
  ipc: v.optional(
    described(
      either((value) => typeof value === 'boolean', v.boolean(), nonEmptyString),
      'Serve on a UNIX socket, too, with one JSON object on each line.',
    ),
    false,
  ),
  apiKeys: v.optional(described(apiKeys, 'API keys to accept.')),
  anyKey: v.optional(
    described(boolean, 'Accept every API key, and give each its own endpoint.'),
    false,
  ),
  dialect: v.optional(
    described(oneOf(...dialectNames), 'The provider or node whose JSON the endpoints follow.'),
    'infura',
  ),
  methods: v.optional(
    described(
      oneOf(...methodSetNames),
      'core: only the five core methods; all: also the other methods that clients call.',
    ),
    'all',
  ),
  control: v.optional(
    described(
      control,
      'Serve control methods, such as evm_mine and ommer_setFaults, at /control/<API_KEY>.',
    ),
    false,
  ),
  dev: v.optional(
    described(
      boolean,
      'A development node: clients send and sign transactions, and call evm_mine and others that move an endpoint. New blocks have the time of the wall clock.',
    ),
    false,
  ),
  explorer: v.optional(
    described(
      boolean,
      'Serve the explorer at /explorer/<API_KEY>, and keep the newest requests of each endpoint for it.',
    ),
    true,
  ),
  automine: v.optional(
    described(boolean, 'With --dev, mine each transaction when it is sent.'),
    true,
  ),
  miningInterval: v.optional(
    described(
      v.pipe(v.number(noSeconds), v.minValue(0.001, noSeconds), v.maxValue(2_000_000, noSeconds)),
      'With --dev, mine a block at this interval, in seconds.',
    ),
  ),
  mixedMining: v.optional(
    described(boolean, 'With --block-time, mine transactions when they are sent, too.'),
    false,
  ),
  poolOrder: v.optional(
    described(
      oneOf(...poolOrders),
      'With --dev, which transactions a block includes first: those that pay most, or those that came first.',
    ),
    'fees',
  ),
  clock: v.optional(
    described(
      oneOf('simulated', 'wall'),
      'With --dev, the times of new blocks: simulated, from the seed; wall, those of the wall clock.',
    ),
    'simulated',
  ),
  clockStart: v.optional(
    described(
      wholeNumber(0, 2 ** 40),
      'With the clock wall: the time at which it starts, in seconds since 1970.',
    ),
  ),
  backgroundTraffic: v.optional(
    described(
      boolean,
      'With --dev, add generated transactions to new blocks, besides those that were sent.',
    ),
    false,
  ),
  earlyFinality: v.optional(
    described(boolean, 'Let safe and finalized be the first block until the chain is longer.'),
    false,
  ),
  journal: v.optional(
    described(
      nonEmptyString,
      'Keep what happens to endpoints in this file, or in Redis (redis://HOST:PORT), and resume from it.',
    ),
  ),
  cors: v.optional(
    described(
      v.array(origin, wanted('a list of origins')),
      'Let the web pages of this origin change endpoints, as those of localhost may.',
    ),
    [],
  ),
  // Errors in rules are of another class: `readFaults` throws them.
  faults: v.optional(checkedElsewhere<readonly FaultRule[]>()),
  clientVersion: v.optional(
    described(nonEmptyString, 'The answer to web3_clientVersion.'),
    'ommer',
  ),
  logLevel: v.optional(
    described(
      oneOf(...logLevels),
      'info: write a line of JSON to stderr for each request; debug: with its parameters.',
    ),
    'silent',
  ),
  terminal: v.optional(terminal),
  artifacts: v.optional(nonEmptyString),
  logStream: v.optional(logStream),
  // Without a default here: a server that does not set it must not change what another one has set.
  history: v.optional(
    described(
      wholeNumber(0),
      'How many of the newest blocks keep their whole state in memory; by default 128.',
    ),
  ),
  limits: v.optional(described(serveLimits, 'Limits on client requests.'), {}),
  callTimeout: v.optional(
    described(
      wholeNumber(0, SECONDS_MAX),
      'Abort calls such as eth_call after this many seconds; 0 for no limit.',
    ),
    5,
  ),
  callGas: v.optional(
    described(
      wholeNumber(0, Number.MAX_SAFE_INTEGER),
      'The most gas that the calls of one request may use; 0 for no limit.',
    ),
    50_000_000,
  ),
  forking: v.optional(checkedElsewhere<Forking>()),
} satisfies InputsOf<ServeOptions>

/** Those that only the program itself gives. */
export const internalOptions = ['forking'] as const

/** The options, as far as schemas can check them; `resolveServeOptions` checks the rest. */
export const serveOptions = v.pipe(
  object(serveInputs, {
    ...OPTION,
    internal: internalOptions,
    wanted: 'an object such as { port: 0 }',
  }),
  consistent(({ control, host }) =>
    control !== true || isLoopback(host)
      ? undefined
      : {
          path: ['control'],
          problem: "it needs { token: '…' } when host is not a loopback address",
        },
  ),
  consistent(({ dev, host, anyKey, apiKeys }) =>
    !dev || isLoopback(host) || (!anyKey && apiKeys?.every(isOwnKey))
      ? undefined
      : { path: ['dev'], problem: NO_OWN_KEY },
  ),
  consistent(({ dev, automine, ...given }) => {
    if (dev) return undefined
    const set: Readonly<Record<string, boolean>> = {
      automine: !automine,
      miningInterval: given.miningInterval !== undefined,
      mixedMining: given.mixedMining,
      clockStart: given.clockStart !== undefined,
      poolOrder: given.poolOrder !== 'fees',
      clock: given.clock === 'wall',
      backgroundTraffic: given.backgroundTraffic,
    }
    const name = Object.keys(set).find((each) => set[each])
    return name === undefined ? undefined : { path: [name], problem: 'it needs dev (--dev)' }
  }),
  // As in Anvil: one of them would have no effect.
  consistent(({ automine, miningInterval }) =>
    automine || miningInterval === undefined
      ? undefined
      : { path: ['automine'], problem: 'it cannot be combined with miningInterval (--block-time)' },
  ),
  consistent(({ clock, clockStart }) =>
    clockStart === undefined || clock === 'wall'
      ? undefined
      : { path: ['clockStart'], problem: "it needs the clock 'wall'" },
  ),
  consistent(({ mixedMining, miningInterval }) =>
    !mixedMining || miningInterval !== undefined
      ? undefined
      : { path: ['mixedMining'], problem: 'it needs miningInterval (--block-time)' },
  ),
  consistent(({ cors, dev, control }) =>
    cors.length === 0 || dev || control !== false
      ? undefined
      : { path: ['cors'], problem: 'it needs dev (--dev) or control (--control) beside it' },
  ),
)
