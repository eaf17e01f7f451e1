import type { Command } from 'commander'
import type { Preset } from '../chain/spec/presets.ts'
import { specInputs } from '../chain/spec/spec.ts'
import { fieldOption } from './fieldOption.ts'
import { option } from './option.ts'

/** The options that `addSpecOptions` adds. */
export interface SpecArguments {
  readonly seed: string
  readonly blocks: number
  readonly preset: Preset
  readonly chainId: number
  /** whether the chain may be read from the cache, and written to it */
  readonly cache: boolean
}

/** Their names: they cannot be combined with an existing chain. */
export const specOptionNames = ['seed', 'blocks', 'preset', 'chainId']

/** Adds the options that describe the chain to generate. */
export function addSpecOptions(command: Command): Command {
  return command
    .addOption(fieldOption('--seed <seed>', 'seed', specInputs.seed))
    .addOption(fieldOption('--blocks <count>', 'blocks', specInputs.blocks))
    .addOption(fieldOption('--preset <name>', 'preset', specInputs.preset))
    .addOption(fieldOption('--chain-id <id>', 'chainId', specInputs.chainId))
    .addOption(
      option('--no-cache', 'Generate the chain even if it is cached, and do not cache it.'),
    )
}
