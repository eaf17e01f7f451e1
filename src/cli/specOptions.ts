import type { Command } from 'commander'
import { type Preset, presetNames } from '../chain/spec/presets.ts'
import { option, wholeNumber } from './option.ts'

/** What `addSpecOptions` gives. */
export interface SpecArguments {
  readonly seed: string
  readonly blocks: number
  readonly preset: Preset
  readonly chainId: number
  /** whether it may come from the cache, and go there */
  readonly cache: boolean
}

/** Their names, as whoever has a chain already must not be given them. */
export const specOptionNames = ['seed', 'blocks', 'preset', 'chainId']

/** Adds the options that say which chain is meant. */
export function addSpecOptions(command: Command): Command {
  return command
    .addOption(
      option('--seed <seed>', 'what the chain follows from: an integer or a text').default('ommer'),
    )
    .addOption(
      option('--blocks <count>', 'blocks above genesis').argParser(wholeNumber).default(128),
    )
    .addOption(
      option('--preset <name>', 'the rules of the chain').choices(presetNames).default('history'),
    )
    .addOption(
      option('--chain-id <id>', 'what transactions are signed for')
        .argParser(wholeNumber)
        .default(1337),
    )
    .addOption(
      option('--no-cache', 'generate the chain even if it is in the cache, and do not keep it'),
    )
}
