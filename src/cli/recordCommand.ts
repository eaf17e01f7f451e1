import { type Command, InvalidArgumentError } from 'commander'
import { type EndTag, endTags } from '../record/recordOptions.ts'
import { option, wholeNumber } from './option.ts'
import type { RecordArguments } from './runRecord.ts'

export function addRecordCommand(program: Command): void {
  program
    .command('record')
    .description('record a range of blocks of any node into a folder that serve --load reads')
    .addOption(
      option(
        '--rpc <url>',
        "the node's JSON-RPC over HTTP; keep a key in OMMER_RPC, where no other user sees it",
      ).makeOptionMandatory(),
    )
    .addOption(
      option('--from <number>', 'the first block, in decimal or 0x-hex')
        .argParser(blockNumber)
        .makeOptionMandatory(),
    )
    .addOption(
      option('--to <block>', `the last block: a number, or ${endTags.join(', ')}`)
        .argParser(lastBlock)
        .makeOptionMandatory(),
    )
    .addOption(option('--out <dir>', 'the folder').makeOptionMandatory())
    .addOption(
      option('--header <line>', "send this header, as in 'Name: value'; may be given several times")
        .argParser(appendHeaders)
        .default([], 'none'),
    )
    .addOption(
      option('--answer-bytes <count>', 'how large an answer may be')
        .argParser(wholeNumber)
        .default(64 * 1024 ** 2),
    )
    .addOption(
      option('--concurrency <count>', 'requests under way at once')
        .argParser(wholeNumber)
        .default(8),
    )
    .addOption(
      option('--timeout <seconds>', 'how long an answer may take')
        .argParser(wholeNumber)
        .default(30),
    )
    .addOption(
      option('--tries <count>', 'how often a request is sent before it counts as failed')
        .argParser(wholeNumber)
        .default(8),
    )
    .addOption(
      option('--chain-id <number>', 'of the chain, where the node does not tell').argParser(
        wholeNumber,
      ),
    )
    .addOption(option('--no-verify', 'record blocks even if their hashes and roots do not fit'))
    .addOption(option('--restart', 'throw away what a run that was broken off has left'))
    .action(async (given: RecordArguments) => {
      const { runRecord } = await import('./runRecord.ts')
      await runRecord(given)
    })
}

function blockNumber(text: string): number {
  const number = /^(\d+|0x[\da-f]+)$/i.test(text) ? Number(text) : Number.NaN
  if (!Number.isSafeInteger(number)) {
    throw new InvalidArgumentError('It is not a block number, in decimal or 0x-hex.')
  }
  return number
}

function lastBlock(text: string): number | EndTag {
  const tag = endTags.find((each) => each === text)
  if (tag === undefined && !/^\d/.test(text)) {
    throw new InvalidArgumentError(`It is not a block number, ${endTags.join(', ')}.`)
  }
  return tag ?? blockNumber(text)
}

/** In the environment, where an option can stand but once, each header has a line of its own. */
function appendHeaders(text: string, headers: readonly string[]): readonly string[] {
  return [...headers, ...text.split('\n').filter((line) => line.trim() !== '')]
}
