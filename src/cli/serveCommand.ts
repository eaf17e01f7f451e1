import type { Command } from 'commander'
import * as v from 'valibot'
import { fieldsBesideGenesis, fieldsBesideState } from '../chain/spec/spec.ts'
import type { DialectName } from '../endpoint/dialects/dialects.ts'
import { isWorker } from '../group/supervisor/isWorker.ts'
import { isRedisAddress } from '../log/redisAddress.ts'
import { described, wanted, wholeNumber } from '../primitives/input.ts'
import { type ApiKeyOptions, serveInputs } from '../server/options.ts'
import { cacheOption } from './cacheOption.ts'
import { fieldOption } from './fieldOption.ts'
import { numberText } from './fieldText.ts'
import { addForkOptions, checkForkOptions } from './forkCommandOptions.ts'
import { limitsOption } from './limitsOption.ts'
import { loadLimitOption } from './loadLimitOption.ts'
import { option } from './option.ts'
import { runCommand } from './runCommand.ts'
import type { ReplicaArguments } from './runReplica.ts'
import type { ServeArguments } from './runServe.ts'
import type { WorkersArguments } from './runWorkers.ts'
import { addSpecOptions, specOptionNames } from './specOptions.ts'
import { stopOnStdinClose } from './stdinClose.ts'
import { verifySignaturesOption } from './verifySignaturesOption.ts'

/** Options that conflict with a genesis, which says what they say. */
const genesisConflicts = [
  ...specOptionNames.filter((name) => !fieldsBesideGenesis.some((field) => field === name)),
  'load',
]

/** The same for the state of another program, which has blocks, too. */
const stateConflicts = [
  ...specOptionNames.filter((name) => !fieldsBesideState.some((field) => field === name)),
  'load',
  'genesis',
]

/** Options that conflict with a scenario, which sets them itself. */
const scenarioConflicts = [
  ...specOptionNames,
  'load',
  'genesis',
  'state',
  'loadState',
  'dumpState',
  'blockTime',
  'journal',
  'workers',
  'apiKey',
  'anyKey',
  'dialect',
]

type GivenArguments = ServeArguments & Partial<WorkersArguments> & Partial<ReplicaArguments>

export function addServeCommand(program: Command): Command {
  const command = program
    .command('serve', { isDefault: true })
    .description('generate a chain and serve it over HTTP and WebSocket')
  addSources(addSpecOptions(command))
    .optionsGroup('Loading:')
    .addOption(cacheOption())
    .addOption(option('--no-verify', 'Load the chain without verifying it.'))
    .addOption(verifySignaturesOption())
    .addOption(loadLimitOption())
  addForkOptions(command)
  addServerOptions(command).allowExcessArguments()
  return runCommand(command, async (given: GivenArguments, command) => {
    requireNoArguments(command, program)
    checkForkOptions(command, given)
    if (given.exitOnStdinClose && !isWorker) stopOnStdinClose()
    if (given.scenario !== undefined) {
      const { runScenario } = await import('./runScenario.ts')
      return runScenario({ ...given, scenario: given.scenario })
    }
    if (given.journal !== undefined && isRedisAddress(given.journal)) {
      if (given.workers !== undefined) {
        command.error('error: --workers: with a journal in Redis, start several replicas instead')
      }
      if (given.dumpState !== undefined) {
        command.error(
          'error: --dump-state: with a journal in Redis, the state is that of several processes',
        )
      }
      const { runReplica } = await import('./runReplica.ts')
      return runReplica({ ...given, journal: given.journal })
    }
    if (given.workers !== undefined) {
      const { runWorkers } = await import('./runWorkers.ts')
      return runWorkers({ ...given, workers: given.workers })
    }
    // Generating and serving take most of a second to load; help and errors need neither.
    const { runServe } = await import('./runServe.ts')
    await runServe(given)
  })
}

/** Adds the options that say where the chain comes from, and where its state goes. */
function addSources(command: Command): Command {
  return command
    .addOption(
      option(
        '--load <path>',
        'Serve a chain that ommer exported or recorded, or that begins with a genesis.json of geth.',
      ).conflicts(specOptionNames),
    )
    .addOption(
      option(
        '--genesis <file>',
        'Begin with this genesis.json of geth; with --dev the accounts of the mnemonic can sign.',
      ).conflicts(genesisConflicts),
    )
    .addOption(
      option(
        '--load-state <file>',
        'Go on from the state that Anvil or ommer has dumped, with its blocks and accounts.',
      ).conflicts(stateConflicts),
    )
    .addOption(
      option(
        '--dump-state <file>',
        'With --dev, write blocks and accounts to this file at the end, as Anvil does.',
      ).conflicts(OF_SEVERAL_PROCESSES),
    )
    .addOption(
      option(
        '--state <file>',
        'Both: load this file, if it exists, and write it at the end.',
      ).conflicts([
        ...stateConflicts,
        ...OF_SEVERAL_PROCESSES,
        'loadState',
        'dumpState',
        'journal',
      ]),
    )
    .addOption(fieldOption('--state-interval <seconds>', 'stateInterval', stateInterval))
    .addOption(
      option(
        '--scenario <file>',
        'Play a scenario, which describes the chain, the endpoints and the events: a file (JSON or YAML), or the name of one of the package, such as three-block-reorg.',
      ).conflicts(scenarioConflicts),
    )
}

const control = v.optional(
  described(
    v.boolean(),
    'Serve control methods, such as evm_mine and ommer_setFaults, at /control/<API_KEY>.',
  ),
)

const controlToken = v.optional(
  described(
    v.string(),
    'Enable the control address and require this token; mandatory when --host is not a loopback address.',
  ),
)

const severalTimes = 'may be given several times.'

const apiKeys = described(
  serveInputs.apiKeys,
  `Accept this API key, with responses in this dialect; ${severalTimes} By default "dev" (infura) and "geth" (geth), two keys of one endpoint.`,
)

const cors = described(
  serveInputs.cors,
  `Let web pages of this origin change endpoints, as those of localhost may; ${severalTimes}`,
)

const clock = described(
  serveInputs.clock,
  'With --dev, the times of new blocks: wall (the default, but not of a fork), those of the wall clock; simulated, from the seed.',
)

const dialect = described(
  serveInputs.dialect,
  'The provider or node whose JSON the endpoints follow; by default infura, or that of the loaded files.',
)

const clientVersion = described(
  serveInputs.clientVersion,
  'The answer to web3_clientVersion; by default ommer/VERSION.',
)

const IPC =
  'Serve on a UNIX socket, too, with one JSON object on each line; by default ommer.ipc in the folder for temporary files.'

const limits = described(serveInputs.limits, `Limit client requests; ${severalTimes}`)

const noSeconds = wanted('a number of seconds from 0.001 to 2000000')

// The longest delay of a timer is 2^31 - 1 milliseconds.
const blockTime = v.optional(
  described(
    v.pipe(v.number(noSeconds), v.minValue(0.001, noSeconds), v.maxValue(2_000_000, noSeconds)),
    'Add a block to the chain at this interval, in seconds; with --dev, to that of each endpoint.',
  ),
)

const stateInterval = v.optional(
  described(wholeNumber(1, 2_000_000), 'Write the state at this interval, in seconds, too.'),
)

/** The state is that of one process. */
const OF_SEVERAL_PROCESSES = ['workers', 'replicaAddress']

const workers = v.optional(
  described(
    v.union([v.literal('auto'), wholeNumber(1, 64)], 'want a whole number from 1 to 64, or auto'),
    'Serve with this many processes at one port; auto: as many as the machine runs at a time.',
  ),
)

const address = v.pipe(
  v.string(),
  v.check((text) => URL.canParse(`http://${text}`) && !/[/?#@]/.test(text), 'want HOST:PORT'),
)

const replicaAddress = v.optional(
  described(
    address,
    'With a journal in Redis, where other replicas reach this one; by default an address of this machine.',
  ),
)

const publicAddress = v.optional(
  described(
    address,
    'With a journal in Redis, where clients reach the replicas; by default where this one listens.',
  ),
)

function addServerOptions(command: Command): Command {
  return command
    .optionsGroup('Server:')
    .addOption(fieldOption('--port <port>', 'port', serveInputs.port))
    .addOption(fieldOption('--host <host>', 'host', serveInputs.host))
    .addOption(option('--ipc [path]', IPC).conflicts('workers'))
    .addOption(fieldOption('--api-key <key[:dialect]>', 'apiKeys', apiKeys).argParser(appendKeys))
    .addOption(fieldOption('--any-key', 'anyKey', serveInputs.anyKey))
    .addOption(fieldOption('--dialect <name>', 'dialect', dialect).default(undefined))
    .addOption(fieldOption('--methods <set>', 'methods', serveInputs.methods))
    .addOption(fieldOption('--dev', 'dev', serveInputs.dev))
    .addOption(option('--no-mining', 'With --dev, let transactions wait for a move that mines.'))
    .addOption(fieldOption('--mixed-mining', 'mixedMining', serveInputs.mixedMining))
    .addOption(fieldOption('--pool-order <name>', 'poolOrder', serveInputs.poolOrder))
    .addOption(fieldOption('--clock <name>', 'clock', clock).default(undefined))
    .addOption(
      fieldOption('--background-traffic', 'backgroundTraffic', serveInputs.backgroundTraffic),
    )
    .addOption(fieldOption('--journal <path>', 'journal', serveInputs.journal))
    .addOption(fieldOption('--workers <number>', 'workers', workers, numberText))
    .addOption(fieldOption('--replica-address <host:port>', 'replicaAddress', replicaAddress))
    .addOption(fieldOption('--public-address <host:port>', 'publicAddress', publicAddress))
    .addOption(fieldOption('--cors <origin>', 'cors', cors).argParser(appendOrigins))
    .addOption(fieldOption('--control', 'control', control))
    .addOption(fieldOption('--control-token <token>', 'control.token', controlToken))
    .addOption(
      option('--no-explorer', 'Turn the explorer off, and the log of requests that it shows.'),
    )
    .addOption(fieldOption('--block-time <seconds>', 'blockTime', blockTime).helpGroup('Chain:'))
    .optionsGroup('Limits:')
    .addOption(fieldOption('--history <blocks>', 'history', serveInputs.history))
    .addOption(limitsOption('limit', 'limits', limits, { batchSize: 10 }))
    .addOption(fieldOption('--call-timeout <seconds>', 'callTimeout', serveInputs.callTimeout))
    .addOption(fieldOption('--call-gas <gas>', 'callGas', serveInputs.callGas))
    .addOption(
      fieldOption('--client-version <text>', 'clientVersion', clientVersion).default(undefined),
    )
    .optionsGroup('Output:')
    .addOption(
      option(
        '--artifacts <folder>',
        'Name your contracts, their functions and errors, and the lines that have led to a failure: what Hardhat, Foundry or solc writes.',
      ),
    )
    .addOption(
      option(
        '--silent',
        'With --dev, do not tell what happens: transactions, moves, failed requests.',
      ),
    )
    .addOption(
      option('--no-console-log', 'With --dev, do not print what contracts print (console.log).'),
    )
    .addOption(fieldOption('--log-level <level>', 'logLevel', serveInputs.logLevel))
    .addOption(
      option(
        '--json',
        'Print one line of JSON when ready, one more when a scenario is over, and nothing else.',
      ),
    )
    .addOption(
      option(
        '--exit-on-stdin-close',
        'Stop when standard input closes, which happens when the parent process exits.',
      ),
    )
}

/** Refuses `ommer --port 0 serve`: options before a command belong to `serve`, the default command. */
function requireNoArguments(command: Command, program: Command): void {
  const [unknown] = command.args
  if (unknown === undefined) return
  const isCommand = program.commands.some((other) => other.name() === unknown)
  const problem = isCommand ? 'options must follow the command' : 'unknown command'
  command.error(`error: ${problem} '${unknown}'; see ommer --help`)
}

/** Adds origins. In an environment variable, several are separated by commas. */
function appendOrigins(text: string, origins: readonly string[] = []): readonly string[] {
  return [...origins, ...text.split(',')]
}

/** Adds keys. In an environment variable, several are separated by commas. */
function appendKeys(text: string, keys: readonly ApiKeyOptions[] = []): readonly ApiKeyOptions[] {
  const added = text.split(',').map((each): ApiKeyOptions => {
    const colon = each.indexOf(':')
    if (colon === -1) return { key: each }
    // The schema refuses unknown dialects.
    return { key: each.slice(0, colon), dialect: each.slice(colon + 1) as DialectName }
  })
  return [...keys, ...added]
}
