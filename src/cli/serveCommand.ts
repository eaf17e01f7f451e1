import { type Command, InvalidArgumentError } from 'commander'
import type { DialectName } from '../endpoint/dialects/dialect.ts'
import { dialects } from '../endpoint/dialects/dialects.ts'
import { methodSets } from '../rpc/methods/registry.ts'
import { type ApiKeyOptions, logLevels } from '../server/options.ts'
import { appendLimits } from './limitsOption.ts'
import { loadLimitOption } from './loadLimitOption.ts'
import { option, wholeNumber } from './option.ts'
import type { ServeArguments } from './runServe.ts'
import { addSpecOptions, specOptionNames } from './specOptions.ts'
import { stopOnStdinClose } from './stdinClose.ts'

export function addServeCommand(program: Command): Command {
  const command = program
    .command('serve', { isDefault: true })
    .description('generate a chain and serve it over HTTP and WebSocket')
  return addSpecOptions(command)
    .addOption(
      option(
        '--load <path>',
        'serve what ommer has exported or recorded, or a folder with genesis.json and chain.rlp',
      ).conflicts(specOptionNames),
    )
    .addOption(
      option(
        '--scenario <file>',
        'play a scenario, JSON or YAML, which says what is served and what happens',
      ).conflicts([
        ...[...specOptionNames, 'load', 'blockTime'],
        ...['apiKey', 'anyKey', 'dialect'],
      ]),
    )
    .addOption(option('--no-verify', 'load even what was altered or does not fit together'))
    .addOption(loadLimitOption())
    .addOption(
      option('--port <port>', 'port to listen on; 0 takes a free one')
        .argParser(wholeNumber)
        .default(8545),
    )
    .addOption(option('--host <host>', 'address to listen on').default('127.0.0.1'))
    .addOption(
      option(
        '--api-key <key[:dialect]>',
        'accept this API key, in that dialect; may be given several times',
      )
        .argParser(appendKeys)
        .default([], '"dev", and "geth" for the same in the dialect geth'),
    )
    .addOption(option('--any-key', 'accept every API key, and give each an endpoint of its own'))
    .addOption(
      option('--dialect <name>', 'whose way of writing the chain to follow')
        .choices(Object.keys(dialects))
        .default(undefined, 'infura, or that of the loaded files'),
    )
    .addOption(
      option(
        '--methods <set>',
        'core: the five methods alone; all: what clients ask beside them, too',
      )
        .choices(Object.keys(methodSets))
        .default('all'),
    )
    .addOption(option('--control', 'let endpoints be moved from outside, at /control/<API_KEY>'))
    .addOption(
      option(
        '--control-token <token>',
        'enable the control address and require this token; mandatory when --host is not a loopback address',
      ),
    )
    .addOption(
      option('--block-time <seconds>', 'add a block every so many seconds').argParser(seconds),
    )
    .addOption(
      option('--limit <name=value>', 'bound what clients can ask for; may be given several times')
        .argParser(appendLimits)
        .default({}, 'see docs/service.md'),
    )
    .addOption(
      option('--log-level <level>', 'info: a line on stderr for each request, in JSON')
        .choices(logLevels)
        .default('silent'),
    )
    .addOption(
      option(
        '--json',
        'print one line of JSON when ready, one more when a scenario is over, and nothing else',
      ),
    )
    .addOption(
      option(
        '--exit-on-stdin-close',
        'stop when standard input closes, as it does when the process that holds its other end ends',
      ),
    )
    .addHelpText(
      'after',
      '\nEach option can also be set as OMMER_<OPTION>, e.g. OMMER_BLOCK_TIME=2.',
    )
    .allowExcessArguments()
    .action(async (given: ServeArguments, command: Command) => {
      const [unknown] = command.args
      if (unknown !== undefined) {
        // `ommer --port 0 serve`: options before a command are taken for those of `serve`, the default.
        const isCommand = program.commands.some((other) => other.name() === unknown)
        const problem = isCommand ? 'options stand after the command' : 'unknown command'
        command.error(`error: ${problem} '${unknown}'; see ommer --help`)
      }
      if (given.exitOnStdinClose) stopOnStdinClose()
      if (given.scenario !== undefined) {
        const { runScenario } = await import('./runScenario.ts')
        return runScenario({ ...given, scenario: given.scenario })
      }
      // Generating and serving take most of a second to load: help and refusals do not wait for that.
      const { runServe } = await import('./runServe.ts')
      await runServe(given)
    })
}

function seconds(text: string): number {
  const value = Number(text)
  // A timer counts at most 2^31 - 1 milliseconds.
  if (!/^\d+(\.\d+)?$/.test(text) || value < 0.001 || value > 2_000_000) {
    throw new InvalidArgumentError('It is not a number of seconds from 0.001 to 2000000.')
  }
  return value
}

/** In the environment, where an option can stand but once, keys are separated by commas. */
function appendKeys(text: string, keys: readonly ApiKeyOptions[]): readonly ApiKeyOptions[] {
  const added = text.split(',').map((each): ApiKeyOptions => {
    const colon = each.indexOf(':')
    if (colon === -1) return { key: each }
    // The server says what is wrong with it, as it does of the key.
    return { key: each.slice(0, colon), dialect: each.slice(colon + 1) as DialectName }
  })
  return [...keys, ...added]
}
