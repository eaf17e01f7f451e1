import * as v from 'valibot'
import { toHex } from '../../primitives/hex.ts'
import {
  boolean,
  consistent,
  described,
  either,
  type InputsOf,
  isObject,
  nonEmptyString,
  object,
  oneOf,
  pair,
  readInput,
  show,
  wanted,
  wholeNumber,
} from '../../primitives/input.ts'
import { InputError } from '../../primitives/inputError.ts'
import { keccak256 } from '../../primitives/keccak.ts'
import { type ForkChoices, scheduleForks } from '../protocol/forkSchedule.ts'
import { type ForkName, forkAt, forkNames, isAtLeast } from '../protocol/forks.ts'
import { CHAIN_ID, type Rules } from '../protocol/rules.ts'
import { POW_SECONDS_MAX } from '../protocol/timing.ts'
import { type Preset, presetNames, presets } from './presets.ts'
import { type KindName, kindNames } from './trafficKindNames.ts'

/** The options of a chain. They determine every byte of it. */
export interface ChainSpec {
  /** A string, or a safe integer, which is read as its decimal text. Default `'ommer'`. */
  readonly seed?: string | number | undefined
  /** Number of blocks above genesis: 0 to 1,000,000. Default 128. */
  readonly blocks?: number | undefined
  /**
   * The fork schedule. Default `'history'`: proof of work, the merge at block 32, then a fork every eight blocks up to
   * the newest. `'eras'`: every fork from Frontier on, one every six blocks. `'pow'`: London throughout. `'latest'`:
   * the newest fork of mainnet from genesis on. `'amsterdam'`: Amsterdam from genesis on.
   */
  readonly preset?: Preset | undefined
  /**
   * A schedule of your own in place of the preset's: the block number at which each fork starts, or after the merge `{
   * timestamp }`, in seconds since 1970. An omitted fork starts together with the next one that is given.
   */
  readonly forks?: ForkChoices | undefined
  /**
   * Range of the number of transactions in a block, [fewest, most]: 0 to 10,000. By default it varies as on a live
   * network: some blocks are empty, most have a few transactions, one in 32 has 50 or more.
   */
  readonly transactionsPerBlock?: readonly [number, number] | undefined
  /**
   * Relative frequency of each kind of transaction: whole numbers up to 1,000,000; 0 disables a kind. Omitted kinds
   * keep their default weights.
   */
  readonly traffic?: TrafficWeights | undefined
  /**
   * How many blocks include uncles under proof of work, [part, whole]: [1, 8] is one in eight. By default one in every
   * window of eight blocks has uncles, so that short chains have some, too.
   */
  readonly uncleRate?: readonly [number, number] | undefined
  /** Range of the seconds between blocks under proof of work, [fewest, most]: 1 to 26. Default [1, 26]. */
  readonly blockSeconds?: readonly [number, number] | undefined
  /**
   * Gas limit of a block from London on: 1,000,000 to 1,000,000,000; half of it before London, which doubles the limit.
   * Transactions that do not fit are left out of a block. Default 6,000,000.
   */
  readonly gasLimit?: number | undefined
  /** Number of funded accounts that send transactions: 2 to 1,000, or 0 for blocks without generated ones. Default 10. */
  readonly accounts?: number | undefined
  /** How many blocks the `safe` and `finalized` tags are behind the head. Default 32 and 64. */
  readonly finality?: Finality | undefined
  /** The chain id that transactions are signed for (EIP-155): 1 to 2^48. Default 1337. */
  readonly chainId?: number | undefined
  /**
   * A phrase of BIP-39 in English, or `'none'`. Genesis also funds its first ten accounts, with 10,000 ether each, and
   * generated traffic does not use them. Default `'none'`; for a chain that `ommer --dev` generates, the phrase that
   * Anvil and Hardhat use.
   */
  readonly mnemonic?: string | undefined
  /** How many accounts of the mnemonic genesis funds: 0 to 1,000. Default 10. */
  readonly mnemonicAccounts?: number | undefined
  /** What genesis gives each of them, in ether: 0 to 1,000,000,000. Default 10,000. */
  readonly mnemonicBalance?: number | undefined
  /**
   * The path under which the accounts of the mnemonic are numbered (BIP-32). Default `"m/44'/60'/0'/0"`, that of Ethereum
   * (BIP-44).
   */
  readonly derivationPath?: string | undefined
  /** The time of genesis, in seconds since 1970: 0 to 2^40. Default that of the preset. */
  readonly genesisTime?: number | undefined
  /**
   * Whether genesis has the CREATE2 factory with which tools deploy contracts at the same address on every chain,
   * `0x4e59b44847b379578588920cA78FbF26c0B4956C`. Default false.
   */
  readonly create2Factory?: boolean | undefined
  /**
   * The longest code of a contract, in bytes: up to 1 MiB; init code may be twice as long. No node of a public network
   * accepts longer code than the protocol allows. Default that of the fork: 24,576, from Amsterdam on 65,536.
   */
  readonly codeSizeLimit?: number | undefined
  /**
   * What genesis has of excess blob gas, if blobs are supported from genesis on: with 0 blob gas costs 1 wei, as on a new
   * chain of other nodes. Default: blob gas costs about a sixteenth of the base fee.
   */
  readonly excessBlobGas?: number | undefined
  /**
   * The base fee of the first block after genesis, in wei per gas: 0 to 10^15. Only of a chain that begins with London or a
   * later fork. Default 875,000,000, which follows from the 1 gwei of the protocol.
   */
  readonly baseFee?: number | undefined
}

/** The fields that do not follow from a genesis of one's own. */
export const fieldsBesideGenesis = [
  'seed',
  'blocks',
  'finality',
  'mnemonic',
  'mnemonicAccounts',
  'derivationPath',
] as const satisfies readonly (keyof ChainSpec)[]

/** The fields that hold for a chain which goes on from the state of another program. */
export const fieldsBesideState = [
  ...fieldsBesideGenesis,
  'chainId',
  'preset',
  'forks',
] as const satisfies readonly (keyof ChainSpec)[]

/** In place of a mnemonic: no accounts of one are funded. */
const NO_MNEMONIC = 'none'

/** The mnemonic whose accounts Anvil and Hardhat fund. Its keys are known to all. */
export const TEST_MNEMONIC = 'test test test test test test test test test test test junk'

/** How many blocks each tag is behind the head: 0 to 1,000,000, `finalized` at least as many as `safe`. */
export interface Finality {
  readonly safe: number
  readonly finalized: number
}

/** Relative frequency of each kind of transaction, by its name. */
export type TrafficWeights = Readonly<Partial<Record<KindName, number>>>

type Chosen<T> = { readonly [Name in keyof T]-?: Exclude<T[Name], undefined> }

/** Fields without a default. */
type OptionalField =
  | 'mnemonicAccounts'
  | 'mnemonicBalance'
  | 'derivationPath'
  | 'genesisTime'
  | 'create2Factory'
  | 'codeSizeLimit'
  | 'excessBlobGas'
  | 'baseFee'

/** A spec with all defaults filled in. */
export interface ResolvedSpec
  extends Chosen<
    Omit<
      ChainSpec,
      'seed' | 'transactionsPerBlock' | 'uncleRate' | 'forks' | 'mnemonic' | OptionalField
    >
  > {
  readonly seed: string
  readonly rules: Rules
  /** undefined: the forks of the preset */
  readonly forks: ForkChoices | undefined
  /** undefined: some in every window of eight blocks */
  readonly uncleRate: readonly [number, number] | undefined
  /** undefined: as on a live network */
  readonly transactionsPerBlock: readonly [number, number] | undefined
  /** undefined: none */
  readonly mnemonic: string | undefined
  /** undefined: ten */
  readonly mnemonicAccounts: number | undefined
  /** undefined: 10,000 ether */
  readonly mnemonicBalance: number | undefined
  /** undefined: that of Ethereum */
  readonly derivationPath: string | undefined
  /** undefined: that of the preset */
  readonly genesisTime: number | undefined
  /** undefined: false */
  readonly create2Factory: boolean | undefined
  /** undefined: that of the fork */
  readonly codeSizeLimit: number | undefined
  /** undefined: blob gas costs about a sixteenth of the base fee */
  readonly excessBlobGas: number | undefined
  /** undefined: that of a genesis with the protocol's initial base fee */
  readonly baseFee: number | undefined
  /** the seed at a fixed length, from which all random draws derive */
  readonly seedKey: string
}

/** A field of a spec is unknown, of the wrong type or out of range; `path` names it. */
export class SpecError extends InputError {
  constructor(path: string, problem: string) {
    super('INVALID_SPEC', path, problem)
  }
}

const noSeed = ({ input }: { readonly input: unknown }) =>
  `${show(input)} is neither a safe integer nor a string`

const seed = v.union(
  [
    v.pipe(
      v.string(noSeed),
      v.nonEmpty('it is empty; want an integer or a non-empty string'),
      // Unpaired surrogates have no UTF-8, so all such seeds would give the same chain.
      v.check((text) => text.isWellFormed(), noSeed),
    ),
    v.pipe(v.number(noSeed), v.safeInteger(noSeed)),
  ],
  noSeed,
)

const fork = v.exactOptional(
  either(isObject, object({ timestamp: wholeNumber(0, 2 ** 40) }), wholeNumber(0, 1_000_000_000)),
)

const forks = object({
  ...(Object.fromEntries(forkNames.map((name) => [name, fork])) as Record<ForkName, typeof fork>),
  chainstart: v.exactOptional(v.literal(0, 'it is genesis: 0')),
})

const weight = v.exactOptional(wholeNumber(0, 1_000_000))

const traffic = object(
  Object.fromEntries(kindNames.map((name) => [name, weight])) as Record<KindName, typeof weight>,
  { member: 'kind' },
)

/** A pair of numbers of which the second is at least the first. */
function range(low: number, high: number) {
  return v.pipe(
    pair(wholeNumber(low, high), wholeNumber(low, high), 'a pair [fewest, most]'),
    consistent(([fewest, most]) =>
      fewest <= most
        ? undefined
        : { path: [1], problem: `the most (${most}) is less than the fewest (${fewest})` },
    ),
  )
}

const MILLION = 1_000_000

const rate = v.pipe(
  pair(wholeNumber(0, MILLION), wholeNumber(1, MILLION), 'a pair [part, whole]'),
  consistent(([part, whole]) =>
    part <= whole
      ? undefined
      : { path: [0], problem: `the part (${part}) is more than the whole (${whole})` },
  ),
)

const finality = v.pipe(
  object({ safe: wholeNumber(0, MILLION), finalized: wholeNumber(0, MILLION) }),
  v.description('How many blocks the tags are behind the head.'),
  consistent(({ safe, finalized }) =>
    safe <= finalized
      ? undefined
      : { path: ['finalized'], problem: `${finalized} is less than safe (${safe})` },
  ),
)

const accounts = v.pipe(
  wholeNumber(0, 1000),
  v.check((count) => count !== 1, 'want 0, or 2 to 1000: the accounts send to each other'),
)

/** The numbers of words that BIP-39 allows. */
const WORD_COUNTS: readonly number[] = [12, 15, 18, 21, 24]

// Not quoted in errors, because a phrase may be secret. The words are checked when the chain is created.
const noMnemonic =
  'want 12, 15, 18, 21 or 24 words in lower case with one space between them, or none'

const mnemonic = v.pipe(
  v.string(noMnemonic),
  v.check(
    (text) =>
      text === NO_MNEMONIC ||
      (/^[a-z]+(?: [a-z]+)*$/.test(text) && WORD_COUNTS.includes(text.split(' ').length)),
    noMnemonic,
  ),
)

const noPath = wanted("a path of keys such as m/44'/60'/0'/0")

/** The indexes of hardened keys have a mark, and are below 2^31 without it (BIP-32). */
const derivationPath = v.pipe(
  v.string(noPath),
  v.regex(/^m(?:\/\d{1,10}'?)*\/?$/, noPath),
  v.check((path) => (path.match(/\d+/g) ?? []).every((index) => Number(index) < 2 ** 31), noPath),
)

/** How each field of a spec is checked, and its default. */
export const specInputs = {
  seed: v.optional(
    described(seed, 'Seed of the chain and of its faults: an integer or a string.'),
    'ommer',
  ),
  blocks: v.optional(described(wholeNumber(0, MILLION), 'Number of blocks after genesis.'), 128),
  preset: v.optional(
    described(oneOf(...presetNames), 'The fork schedule of the chain.'),
    'history',
  ),
  forks: v.optional(
    described(forks, 'Your own fork schedule instead of the preset: forks by block or timestamp.'),
  ),
  transactionsPerBlock: v.optional(
    described(range(0, 10_000), 'How many transactions a block has: fewest and most.'),
  ),
  traffic: v.optional(
    described(traffic, 'How often each kind of transaction occurs, relative to the others.'),
    {},
  ),
  uncleRate: v.optional(
    described(rate, 'How many blocks include uncles under proof of work: part and whole.'),
  ),
  blockSeconds: v.optional(
    described(
      range(1, POW_SECONDS_MAX),
      'How many seconds a block takes under proof of work: fewest and most.',
    ),
    [1, POW_SECONDS_MAX],
  ),
  gasLimit: v.optional(
    described(
      wholeNumber(MILLION, 1_000_000_000),
      'Gas limit of a block; half of it before London.',
    ),
    6_000_000,
  ),
  accounts: v.optional(described(accounts, 'How many funded accounts send transactions.'), 10),
  finality: v.optional(finality, { safe: 32, finalized: 64 }),
  chainId: v.optional(
    described(wholeNumber(1, 2 ** 48), 'The chain id that transactions are signed for.'),
    CHAIN_ID,
  ),
  mnemonic: v.optional(
    described(mnemonic, 'Fund the first ten accounts of this mnemonic, too; none for no others.'),
  ),
  mnemonicAccounts: v.optional(
    described(wholeNumber(0, 1000), 'How many accounts of the mnemonic are funded; by default 10.'),
  ),
  mnemonicBalance: v.optional(
    described(
      wholeNumber(0, 1_000_000_000),
      'What each of them has at genesis, in ether; by default 10000.',
    ),
  ),
  derivationPath: v.optional(
    described(derivationPath, "The path of their keys; by default m/44'/60'/0'/0."),
  ),
  genesisTime: v.optional(
    described(wholeNumber(0, 2 ** 40), 'The time of genesis, in seconds since 1970.'),
  ),
  create2Factory: v.optional(
    described(boolean, 'Put the CREATE2 factory into genesis with which tools deploy contracts.'),
  ),
  codeSizeLimit: v.optional(
    described(
      wholeNumber(0, 2 ** 20),
      'The longest code of a contract, in bytes, instead of that of the protocol.',
    ),
  ),
  excessBlobGas: v.optional(
    described(wholeNumber(0, 2 ** 40), 'Of genesis: with 0 blob gas costs 1 wei.'),
  ),
  baseFee: v.optional(
    described(
      wholeNumber(0, 10 ** 15),
      'The base fee of the first block after genesis, in wei per gas.',
    ),
  ),
} satisfies InputsOf<ChainSpec>

const SPEC_WORDS = { wanted: 'an object such as { blocks: 12 }' }

const specSchema = object(specInputs, SPEC_WORDS)

/** A spec as a file, which may name its JSON Schema. */
export const specFile = v.pipe(
  object({ $schema: v.optional(nonEmptyString), ...specInputs }, SPEC_WORDS),
  v.title('ommer spec'),
  v.description('The options of a chain.'),
)

const { seed: _, ...withoutSeed } = specInputs

/** A spec inside a scenario, which has its seed beside the spec. */
export const seedlessSpec = object(withoutSeed, {
  ...SPEC_WORDS,
  elsewhere: { seed: 'it belongs beside spec, not inside it' },
})

/**
 * Checks a spec and fills in its defaults.
 *
 * @throws {SpecError} if a field is invalid
 */
export function resolveSpec(spec: ChainSpec = {}): ResolvedSpec {
  const read = readInput(specSchema, spec, '', (path, problem) => {
    return new SpecError(path === '' ? 'spec' : path, problem)
  })
  const seed = String(read.seed)
  return {
    ...read,
    seed,
    seedKey: toHex(keccak256(Buffer.from(seed, 'utf8'))).slice(2, 18),
    rules: resolveRules(read),
    // Exported files repeat the fields in the order in which they were given.
    forks: spec.forks,
    traffic: spec.traffic ?? {},
    transactionsPerBlock: read.transactionsPerBlock,
    gasLimit: spec.gasLimit ?? presets[read.preset].gasLimit ?? read.gasLimit,
    uncleRate: read.uncleRate,
    mnemonic: read.mnemonic === NO_MNEMONIC ? undefined : read.mnemonic,
    mnemonicAccounts: read.mnemonicAccounts,
    mnemonicBalance: read.mnemonicBalance,
    derivationPath: read.derivationPath,
    genesisTime: read.genesisTime,
    create2Factory: read.create2Factory,
    codeSizeLimit: read.codeSizeLimit,
    excessBlobGas: read.excessBlobGas,
    baseFee: read.baseFee,
  }
}

function resolveRules({
  preset,
  forks: chosen,
  chainId,
  genesisTime,
  baseFee,
  codeSizeLimit,
}: v.InferOutput<typeof specSchema>): Rules {
  const genesisTimestamp = genesisTime ?? presets[preset].genesisTimestamp
  const forks = scheduleForks(chosen ?? presets[preset].forks, genesisTimestamp)
  if ('problem' in forks) throw new SpecError(`forks.${forks.fork}`, forks.problem)
  if (baseFee !== undefined && !isAtLeast(forkAt(forks, 0, genesisTimestamp), 'london')) {
    throw new SpecError('baseFee', 'the chain begins before London, which has base fees')
  }
  return { chainId, genesisTimestamp, forks, ...(codeSizeLimit !== undefined && { codeSizeLimit }) }
}
