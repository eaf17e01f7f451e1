import type { Command } from 'commander'
import * as v from 'valibot'
import { described, nonEmptyString, wholeNumber } from '../primitives/input.ts'
import { recordInputs } from '../record/recordOptions.ts'
import { fieldOption } from './fieldOption.ts'
import { headerAdder } from './headerLines.ts'
import { option } from './option.ts'
import { OUT_HELP } from './outHelp.ts'
import { runCommand } from './runCommand.ts'
import type { RecordArguments } from './runRecord.ts'
import type { RecordProxyArguments } from './runRecordProxy.ts'
import type { ServeArguments } from './runServe.ts'

const rpc = described(
  nonEmptyString,
  'JSON-RPC address of the node, over HTTP; keep a key in OMMER_RPC, where other users cannot see it.',
)

const timeout = v.optional(
  described(wholeNumber(1, 2_147_483), 'The longest time for a response, in seconds.'),
  30,
)

const proxy = v.optional(
  described(
    wholeNumber(0, 65_535),
    'Instead of a range, record what clients ask at this port of 127.0.0.1, state included.',
  ),
)

/** @param serve the command whose defaults a proxy has */
export function addRecordCommand(program: Command, serve: Command): void {
  const command = program
    .command('record')
    .description('record blocks of any node, or what clients ask of it, into a folder')
    .addOption(fieldOption('--rpc <url>', 'rpc', rpc).makeOptionMandatory())
    .addOption(fieldOption('--from <number>', 'from', recordInputs.from).argParser(blockNumber))
    .addOption(fieldOption('--to <block>', 'to', recordInputs.to).argParser(blockNumber))
    .addOption(fieldOption('--proxy <port>', 'proxy', proxy).conflicts(OF_RANGE))
    .addOption(option('--out <dir>', OUT_HELP).makeOptionMandatory())
    .addOption(
      fieldOption('--header <line>', 'headers', recordInputs.headers)
        .argParser(headerAdder('OMMER_HEADER'))
        .default([], 'none'),
    )
    .addOption(fieldOption('--answer-bytes <count>', 'answerBytes', recordInputs.answerBytes))
    .addOption(fieldOption('--concurrency <count>', 'concurrency', recordInputs.concurrency))
    .addOption(fieldOption('--timeout <seconds>', 'timeoutMs', timeout))
    .addOption(fieldOption('--tries <count>', 'tries', recordInputs.tries))
    .addOption(fieldOption('--chain-id <number>', 'chainId', recordInputs.chainId))
    .addOption(option('--no-verify', 'Record blocks without verifying their hashes and roots.'))
    .addOption(fieldOption('--restart', 'restart', recordInputs.restart))
  runCommand(command, async (given: RecordArguments | RecordProxyArguments, command) => {
    if ('proxy' in given) {
      const { runRecordProxy } = await import('./runRecordProxy.ts')
      return runRecordProxy(given, serve.opts<ServeArguments>())
    }
    for (const name of ['from', 'to'] as const) {
      if (given[name] === undefined) command.error(`error: --${name}: it is needed without --proxy`)
    }
    const { runRecord } = await import('./runRecord.ts')
    return runRecord(given)
  })
}

/** Options that say nothing about what clients ask. */
const OF_RANGE = ['from', 'answerBytes', 'concurrency', 'chainId', 'verify', 'restart']

/** In decimal or 0x-hex; the text itself if it is not a number. */
function blockNumber(text: string): number | string {
  return /^(?:\d+|0x[\da-f]+)$/i.test(text) ? Number(text) : text
}
