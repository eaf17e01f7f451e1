import { InvalidArgumentError, Option } from 'commander'
import { type ForkName, forkNames, isAtLeast } from '../../chain/protocol/forks.ts'
import { specInputs } from '../../chain/spec/spec.ts'
import { ForkError } from '../../fork/forkError.ts'
import { forkInputs } from '../../fork/forkOptions.ts'
import { described, type Input } from '../../primitives/input.ts'
import { isLoopback } from '../../server/loopback.ts'
import { serveInputs } from '../../server/options.ts'
import { COUNT_MAX } from '../../server/serveLimits.ts'
import { FieldOption, textOf } from '../fieldOption.ts'
import { decimalOrHexText, type FieldText, plainText } from '../fieldText.ts'
import { type ForkArguments, splitForkUrl } from '../forkCommandOptions.ts'
import { headerAdder } from '../headerLines.ts'
import type { ServeArguments } from '../runServe.ts'

/** What options of Anvil set: of `ommer serve`, and besides. */
export interface AnvilArguments extends Partial<ServeArguments> {
  /** whether nothing is printed */
  readonly quiet?: boolean
  readonly isColorless?: boolean
  /** a file for the accounts, as Anvil writes it */
  readonly configOut?: string
  /** of a new mnemonic */
  readonly words?: number
  readonly autoImpersonate?: boolean
  /** lines that are printed at start */
  readonly notes?: readonly string[]
}

/** An option of Anvil that `ommer anvil` has, too. Those that it refuses are among `optionsElsewhere`. */
export interface AnvilOption {
  /** the option, and its other names, which the help does not show */
  readonly options: readonly Option[]
  /** what its value sets */
  readonly as: (value: never) => AnvilArguments
  /** what is printed at start if it is given */
  readonly note?: string
  /** whether it needs `--fork-url` */
  readonly isOfFork?: boolean
}

const WORDS_DEFAULT = 12

/** Twice as much is the most that `finality` takes. */
const SLOTS_MAX = 500_000

/** The forks by Anvil's names, which are in any case. */
const hardforks: ReadonlyMap<string, ForkName> = new Map([
  ...forkNames.map((name) => [name.toLowerCase(), name] as const),
  ['frontier', 'chainstart'],
  // It moved balances of accounts that only mainnet has.
  ['dao', 'homestead'],
  ['tangerine', 'tangerineWhistle'],
])

/** An option that sets a field of ommer's, which also checks and describes its value. */
function field(
  path: string,
  input: Input,
  flags: readonly string[],
  { text = textOf(input), as }: { text?: FieldText; as?: (value: never) => AnvilArguments } = {},
): AnvilOption {
  const options = flags.map((each) =>
    new FieldOption(each, path, input, text).argParser((given, before) => text.read(given, before)),
  )
  return { options, as: as ?? ((value) => ({ [path]: value })) }
}

/** An option without a value. */
function on(flags: readonly string[], summary: string, sets: AnvilArguments): AnvilOption {
  return { options: flags.map((each) => new Option(each, summary)), as: () => sets }
}

/** An option whose value is read here. */
function value<T>(
  flags: string,
  summary: string,
  read: (text: string, before: T | undefined) => T,
  as: (value: T) => AnvilArguments,
): AnvilOption {
  return { options: [new Option(flags, summary).argParser(read)], as }
}

/** An option that sets an option of `createFork`. It is refused without `--fork-url`. */
function forkField<Name extends keyof typeof forkInputs>(
  name: Name,
  flags: string,
  sets: keyof ForkArguments,
  text?: FieldText,
): AnvilOption {
  const as = (value: unknown) => ({ [sets]: value })
  return {
    ...field(name, forkInputs[name], [flags], { ...(text && { text }), as }),
    isOfFork: true,
  }
}

/** An option of a fork that has no effect here, which a note at start says. */
function unusedForkOption(flags: readonly string[], summary: string, note: string): AnvilOption {
  return { ...on(flags, summary, {}), note, isOfFork: true }
}

const addHeader = headerAdder()

/** Each header is an option of its own. */
const headerText: FieldText = {
  ...plainText,
  read: (text, before) => addHeader(text, before as readonly string[] | undefined),
}

/** A URL. As in Anvil, the number of the block to fork may follow: `http://127.0.0.1:8545@123`. */
function readForkUrl(text: string): Pick<AnvilArguments, 'forkUrl' | 'forkBlock'> {
  const { url, forkBlock } = splitForkUrl(text)
  // What comes before is no user with a password, but a host with a port or a path.
  const [, after] = /^\w+:\/\/[^/@]+(?::\d+|\/[^@]*)@(\w*)$/.exec(text) ?? []
  if (forkBlock === undefined && after !== undefined && after !== 'localhost') {
    throw new ForkError(`after @, want the number of a block, not '${after}'`, 'rpc')
  }
  return { forkUrl: [url], ...(forkBlock !== undefined && { forkBlock }) }
}

const ORDER =
  'Which transactions a block includes first: those that pay most, or those that came first.'

/** What a genesis says: Anvil's options for it cannot be combined with one. */
const OF_GENESIS = [
  'balance',
  'hardfork',
  'timestamp',
  'blockBaseFeePerGas',
  'baseFee',
  'chainId',
  'gasLimit',
  'gasPrice',
  'disableDefaultCreate2Deployer',
]

/** Options for what follows from a forked network: they cannot be combined with `--fork-url`. */
const OF_NETWORK = [
  ...OF_GENESIS.filter((name) => !['balance', 'hardfork', 'chainId'].includes(name)),
  'init',
]

const IPC_PATH = process.platform === 'win32' ? String.raw`\\.\pipe\anvil.ipc` : '/tmp/anvil.ipc'

const forkUrl: AnvilOption = field(
  'rpc',
  forkInputs.rpc,
  ['-f, --fork-url <url>', '--rpc-url <url>'],
  { as: readForkUrl },
)
for (const option of forkUrl.options) option.conflicts(OF_NETWORK)

/** In the order of `anvil --help`. */
export const anvilOptions: readonly AnvilOption[] = [
  field('mnemonicAccounts', specInputs.mnemonicAccounts, ['-a, --accounts <num>']),
  field(
    'blockTime',
    described(serveInputs.miningInterval, 'Mine a block at this interval, in seconds.'),
    ['-b, --block-time <seconds>', '--blockTime <seconds>'],
  ),
  field('mnemonicBalance', specInputs.mnemonicBalance, ['--balance <num>']),
  value(
    '--config-out <file>',
    'Write the accounts, with their keys, to this file as JSON.',
    String,
    (configOut) => ({ configOut }),
  ),
  field('derivationPath', specInputs.derivationPath, ['--derivation-path <path>']),
  value('--hardfork <hardfork>', 'The rules of all blocks.', readFork, (fork) => ({
    forks: { [fork]: 0 },
    // Before London there are no base fees.
    ...(!isAtLeast(fork, 'london') && { baseFee: undefined }),
  })),
  {
    options: [
      new Option(
        '--init <path>',
        'Begin with this genesis.json of geth; the accounts have what it gives them.',
      ).conflicts(OF_GENESIS),
    ],
    as: (genesis: string) => ({ genesis }),
  },
  forkUrl,
  forkField('block', '--fork-block-number <block>', 'forkBlock'),
  forkField('transaction', '--fork-transaction-hash <hash>', 'forkTransaction'),
  forkField('networkChainId', '--fork-chain-id <id>', 'forkChainId', decimalOrHexText),
  forkField('headers', '--fork-header <header>', 'forkHeader', headerText),
  forkField('timeout', '--timeout <ms>', 'forkTimeout'),
  forkField('retries', '--retries <count>', 'forkRetries'),
  forkField('retryBackoff', '--fork-retry-backoff <ms>', 'forkRetryBackoff'),
  unusedForkOption(
    ['--compute-units-per-second <units>', '--no-rate-limit', '--no-rpc-rate-limit'],
    'Requests are slowed down as the node asks, which is always so.',
    'requests to the network are slowed down when its node asks for that, and not before',
  ),
  unusedForkOption(
    ['--no-storage-caching'],
    'What was read is kept in memory alone, which is always so.',
    'what was read of the network is kept in memory alone',
  ),
  {
    options: ['--ipc [path]', '--ipcpath [path]'].map((flags) =>
      new Option(flags, 'Serve on a UNIX socket, too.').preset(IPC_PATH),
    ),
    as: (ipc: string) => ({ ipc }),
  },
  field('mnemonic', described(specInputs.mnemonic, 'Fund the accounts of this mnemonic.'), [
    '-m, --mnemonic <mnemonic>',
  ]),
  on(['--mixed-mining'], 'Mine transactions when they are sent, and at intervals.', {
    mixedMining: true,
  }),
  {
    options: [
      new Option(
        '--mnemonic-random [words]',
        'Fund the accounts of a new mnemonic of 12, 15, 18, 21 or 24 words.',
      )
        .preset(String(WORDS_DEFAULT))
        .argParser(readWords)
        .conflicts('mnemonic'),
    ],
    as: (words: number) => ({ words }),
  },
  on(['--no-mining', '--no-mine'], 'Mine only when asked to.', { mining: false }),
  value(
    '--state <path>',
    'Load this file, if it exists, and write the state to it at the end.',
    String,
    (state) => ({ state }),
  ),
  value(
    '-s, --state-interval <seconds>',
    'Write the state at this interval, too.',
    readCount,
    (stateInterval) => ({ stateInterval }),
  ),
  value(
    '--dump-state <path>',
    'Write blocks and accounts to this file at the end.',
    String,
    (dumpState) => ({ dumpState }),
  ),
  value(
    '--load-state <path>',
    'Go on from the blocks and accounts that were written to this file.',
    String,
    (loadState) => ({ loadState }),
  ),
  field('poolOrder', described(serveInputs.poolOrder, ORDER), ['--order <order>']),
  field('port', serveInputs.port, ['-p, --port <num>']),
  {
    options: [
      new Option(
        '--prune-history [states]',
        'How many states stay in memory; older ones are computed when they are read.',
      )
        .preset('0')
        .argParser(readCount),
    ],
    as: (history: number) => ({ history }),
  },
  value(
    '--slots-in-an-epoch <slots>',
    'How many blocks safe is behind the head; finalized is twice as many behind.',
    readCount,
    (slots) => ({ finality: { safe: slots, finalized: 2 * slots } }),
  ),
  field('genesisTime', specInputs.genesisTime, ['--timestamp <num>'], {
    // The clock goes on from there.
    as: (genesisTime: number) => ({ genesisTime, clockStart: genesisTime + 1 }),
  }),
  {
    options: [
      new Option('--color <color>', 'Whether the output has colours.').choices(['auto', 'never']),
    ],
    as: (color: string) => ({ isColorless: color === 'never' }),
  },
  on(['-q, --quiet', '--silent'], 'Print nothing.', { quiet: true, silent: true }),
  {
    options: [
      new Option('--host <address>', 'The address to listen on: one of this machine only.')
        .env('ANVIL_IP_ADDR')
        .argParser(readHost),
    ],
    as: (host: string) => ({ host }),
  },
  on(['--no-request-size-limit'], 'Accept requests as large as memory allows.', {
    limit: { requestBytes: COUNT_MAX },
  }),
  // Before the base fee, which it would replace.
  value('--gas-price <price>', 'With 0, blocks have no base fee.', readZero, () => ({
    baseFee: 0,
  })),
  field('baseFee', specInputs.baseFee, ['--block-base-fee-per-gas <fee>', '--base-fee <fee>']),
  field('chainId', specInputs.chainId, ['--chain-id <id>'], { text: decimalOrHexText }),
  field('codeSizeLimit', specInputs.codeSizeLimit, ['--code-size-limit <bytes>']),
  on(['--disable-code-size-limit'], 'Let contracts have up to 1 MiB of code.', {
    codeSizeLimit: 2 ** 20,
  }),
  field('gasLimit', specInputs.gasLimit, ['--gas-limit <gas>']),
  on(
    ['--auto-impersonate', '--auto-unlock'],
    'Let clients send transactions from all accounts, without their keys.',
    { autoImpersonate: true },
  ),
  on(['--disable-console-log', '--no-console-log'], 'Do not print what contracts print.', {
    consoleLog: false,
  }),
  on(
    ['--disable-default-create2-deployer', '--no-create2'],
    'Leave the CREATE2 factory out of genesis.',
    { create2Factory: false },
  ),
  on(['--steps-tracing', '--tracing'], 'Let transactions be traced, which is always so.', {}),
  {
    options: [new Option('-n, --network <network>', 'The network.').choices(['ethereum'])],
    as: () => ({}),
  },
]

function readFork(name: string): ForkName {
  const fork = hardforks.get(name.toLowerCase())
  if (fork !== undefined) return fork
  throw new InvalidArgumentError(`Want one of: ${[...hardforks.keys()].join(', ')}.`)
}

function readCount(text: string): number {
  if (/^\d{1,6}$/.test(text) && Number(text) <= SLOTS_MAX) return Number(text)
  throw new InvalidArgumentError(`Want a whole number from 0 to ${SLOTS_MAX}.`)
}

function readWords(text: string): number {
  if (/^(?:12|15|18|21|24)$/.test(text)) return Number(text)
  throw new InvalidArgumentError('Want 12, 15, 18, 21 or 24.')
}

function readHost(host: string): string {
  if (isLoopback(host)) return host
  throw new InvalidArgumentError(
    'Other machines could send from all accounts: use ommer serve --dev with --host and --api-key.',
  )
}

function readZero(text: string): number {
  if (/^0+$/.test(text)) return 0
  throw new InvalidArgumentError(
    'Only 0 can be set: the price of gas follows from the base fee, which --block-base-fee-per-gas sets.',
  )
}
