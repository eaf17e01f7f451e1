import { type Command, InvalidArgumentError, Option } from 'commander'
import { createChain } from '../chain/createChain.ts'
import { type Preset, presetNames } from '../chain/presets.ts'
import { verifiableChain } from '../chain/verify/verifiableChain.ts'
import { verify } from '../chain/verify/verify.ts'
import { verifyReport } from './verifyReport.ts'

/** What `ommer verify` was told. */
interface VerifyArguments {
  readonly seed: string
  readonly blocks: number
  readonly preset: Preset
  readonly json?: true
}

/** Adds `ommer verify`: exit code 0 where nothing is wrong with the chain, 1 with the finding where something is. */
export function addVerifyCommand(program: Command): void {
  program
    .command('verify')
    .description(
      'generate a chain and check it from its bytes alone, by code that did not build it',
    )
    .addOption(
      new Option('--seed <seed>', 'what the chain follows from: an integer or a text')
        .default('ommer')
        .env('OMMER_SEED'),
    )
    .addOption(
      new Option('--blocks <count>', 'blocks above genesis')
        .argParser(wholeNumber)
        .default(128)
        .env('OMMER_BLOCKS'),
    )
    .addOption(
      new Option('--preset <name>', 'the rules of the chain')
        .choices(presetNames)
        .default('history')
        .env('OMMER_PRESET'),
    )
    .addOption(new Option('--json', 'print the result as one line of JSON'))
    .action(runVerify)
}

async function runVerify({ seed, blocks, preset, json }: VerifyArguments): Promise<void> {
  const chain = await createChain({ seed, blocks, preset })
  const result = await verify(verifiableChain(chain))
  const { stream, line } = verifyReport(result, json ?? false)
  process[stream].write(line)
  // Not process.exit: what was written to a pipe may still be on its way.
  if (!result.ok) process.exitCode = 1
}

function wholeNumber(text: string): number {
  if (!/^\d{1,15}$/.test(text)) throw new InvalidArgumentError('It is not a whole number.')
  return Number(text)
}
