import * as v from 'valibot'
import type { ForkPin } from '../chain/forkPin.ts'
import { type ChainSpec, specInputs } from '../chain/spec/spec.ts'
import type { Hex } from '../primitives/hex.ts'
import {
  abortSignal,
  boolean,
  checkedElsewhere,
  consistent,
  described,
  hexText,
  type InputsOf,
  nonEmptyString,
  object,
  oneOf,
  oneOrMore,
  readInput,
  wanted,
  wholeNumber,
} from '../primitives/input.ts'
import { type RecordClock, systemClock } from '../record/recordClock.ts'
import { type ForkBlock, forkBlock } from './forkBlock.ts'
import { ForkError } from './forkError.ts'
import type { FirstNodes } from './openedForks.ts'

/** Whether states must be proven: only where the network can, always, or never. */
const proofModes = ['prefer', 'require', 'off'] as const

export type ProofMode = (typeof proofModes)[number]

/** What a chain is forked from, and how. */
export interface ForkOptions {
  /**
   * URL of a node's JSON-RPC over HTTP. Of several, which must serve the same network, the first that answers is asked.
   * Not needed with `offline`.
   */
  readonly rpc?: string | readonly string[] | undefined
  /** The block to go on from: a number (a negative one counts back from `latest`), a hash or a tag. Default `safe`, or `latest` if the node has no safe block. */
  readonly block?: ForkBlock | undefined
  /**
   * Instead of `block`: the hash of a transaction. The chain goes on from the block before that of the transaction, with a
   * block that repeats its transactions up to this one.
   */
  readonly transaction?: Hex | undefined
  /** Each as `Name: value`, sent with every request. */
  readonly headers?: readonly string[] | undefined
  /**
   * Whether the state is proven by `eth_getProof`: only if the node can (`prefer`, the default), always (`require`), or
   * never (`off`).
   */
  readonly proofs?: ProofMode | undefined
  /** Whether a network is refused whose rules are not certain. Default false. */
  readonly strict?: boolean | undefined
  /** A folder that keeps what is asked of the network, so that later forks have it. It can be committed. */
  readonly witness?: string | undefined
  /** Whether only `witness` is read, and no connection is opened. Default false. */
  readonly offline?: boolean | undefined
  /**
   * A file with which the chain will be served (`journal` of `serve`). Once it was begun, its block is forked again, so
   * that `block` may be omitted, or be a tag.
   */
  readonly journal?: string | undefined
  /** The chain id that the network must have. Default: any. */
  readonly networkChainId?: number | undefined
  /** In milliseconds: how long a response may take. Default 30,000. */
  readonly timeout?: number | undefined
  /** How often a request that has failed is sent again. Default 4. */
  readonly retries?: number | undefined
  /** In milliseconds: the wait before it is sent again, which doubles each time. Default 250. */
  readonly retryBackoff?: number | undefined
  /** Rules of new blocks, their chain id if it is not that of the network, and accounts that can sign. */
  readonly spec?: Pick<ChainSpec, ForkField> | undefined
  /** Ends the start, and all later requests. */
  readonly signal?: AbortSignal | undefined
  /**
   * The clock and timers.
   *
   * @internal
   */
  readonly clock?: RecordClock | undefined
  /**
   * Whether the options are those of a command, so that errors name others as it does. Default false.
   *
   * @internal
   */
  readonly isCommand?: boolean | undefined
  /**
   * A block that was forked before, by a journal that is no file.
   *
   * @internal
   */
  readonly pin?: ForkPin | undefined
  /**
   * The nodes of an earlier fork, from which this one goes on.
   *
   * @internal
   */
  readonly first?: FirstNodes | undefined
}

/** The fields of a spec that decide which accounts can sign, and what they are given. */
export const accountFields = [
  'seed',
  'mnemonic',
  'mnemonicAccounts',
  'mnemonicBalance',
  'derivationPath',
] as const satisfies readonly (keyof ChainSpec)[]

/** The fields of a spec that do not follow from the network. */
export const forkFields = [
  'forks',
  'chainId',
  'finality',
  ...accountFields,
] as const satisfies readonly (keyof ChainSpec)[]

export type ForkField = (typeof forkFields)[number]

const wantedUrl = wanted('a URL such as http://127.0.0.1:8545')
const url = v.pipe(v.string(wantedUrl), v.nonEmpty(wantedUrl))

export const forkInputs = {
  rpc: v.optional(described(oneOrMore(url), 'JSON-RPC address of a node of the network to fork.')),
  block: v.optional(
    described(
      forkBlock,
      'The block to fork: a number (if negative, from latest back), a hash or a tag; by default safe, in ommer anvil latest.',
    ),
  ),
  transaction: v.optional(
    described(
      hexText(/^0x[\da-f]{64}$/i, wanted('the hash of a transaction')),
      'Go on after this transaction: the first new block repeats those before it in its block.',
    ),
  ),
  headers: v.optional(
    described(
      v.array(nonEmptyString, 'want a list'),
      "Headers to send to it, as in 'Name: value'.",
    ),
    [],
  ),
  proofs: v.optional(
    described(oneOf(...proofModes), 'Whether its state must be proven.'),
    'prefer',
  ),
  strict: v.optional(described(boolean, 'Refuse a network whose rules are not certain.'), false),
  witness: v.optional(
    described(
      nonEmptyString,
      'A folder that keeps what is asked of the network; it can be committed.',
    ),
  ),
  offline: v.optional(
    described(boolean, 'Read the folder of --fork-witness alone, and open no connection.'),
    false,
  ),
  journal: v.optional(described(nonEmptyString, 'A journal that may name the block.')),
  networkChainId: v.optional(described(wholeNumber(1), 'The chain id that the network must have.')),
  timeout: v.optional(
    described(
      wholeNumber(1, 600_000),
      'How long a response of the network may take, in milliseconds.',
    ),
    30_000,
  ),
  retries: v.optional(
    described(wholeNumber(0, 100), 'How often a request that has failed is sent again.'),
    4,
  ),
  retryBackoff: v.optional(
    described(
      wholeNumber(0, 600_000),
      'The wait before a request is sent again, in milliseconds; it doubles each time.',
    ),
    250,
  ),
  spec: v.optional(checkedElsewhere<Pick<ChainSpec, ForkField>>(), {}),
  signal: v.optional(abortSignal),
  clock: v.optional(checkedElsewhere<RecordClock>(), systemClock),
  isCommand: v.optional(boolean, false),
  pin: v.optional(checkedElsewhere<ForkPin>()),
  first: v.optional(checkedElsewhere<FirstNodes>()),
} satisfies InputsOf<ForkOptions>

const forkOptions = v.pipe(
  object(forkInputs, {
    member: 'option',
    internal: ['clock', 'isCommand', 'pin', 'first'],
    wanted: "an object such as { rpc: 'http://127.0.0.1:8545' }",
  }),
  consistent(({ rpc, witness, offline, isCommand }) => {
    if (offline) {
      const option = isCommand ? '--fork-witness' : 'witness: FOLDER'
      const problem = `it needs a witness (${option}), which is read instead`
      return witness === undefined ? { path: ['offline'], problem } : undefined
    }
    const problem =
      'want the URL of a node, or a list of them; or offline: true with a witness instead'
    return rpc === undefined ? { path: ['rpc'], problem } : undefined
  }),
  consistent(({ spec }) => {
    const isOther = (name: string) => !forkFields.some((field) => field === name)
    const other = Object.keys(specInputs).find(
      (name) => isOther(name) && Object(spec)[name] !== undefined,
    )
    const problem = `a fork has it from its network; its spec can have only: ${forkFields.join(', ')}`
    return other === undefined ? undefined : { path: ['spec', other], problem }
  }),
  consistent((options) => {
    if (options.transaction === undefined) return undefined
    // What it repeats is in no witness.
    const others = ['offline', 'witness', 'block', 'journal'] as const
    const other = others.find((name) => options[name] !== undefined && options[name] !== false)
    return other && { path: ['transaction'], problem: `it cannot be combined with ${other}` }
  }),
)

/** The options with defaults filled in. */
export type ResolvedForkOptions = v.InferOutput<typeof forkOptions>

/**
 * Checks the options and fills in their defaults.
 *
 * @throws {ForkError} if an option is invalid
 */
export function resolveForkOptions(given: ForkOptions): ResolvedForkOptions {
  return readInput(forkOptions, given, '', (path, problem) => {
    return new ForkError(problem, path === '' ? 'options' : path)
  })
}
