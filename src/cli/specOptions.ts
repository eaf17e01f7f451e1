import type { Command } from 'commander'
import { forkNames } from '../chain/protocol/forks.ts'
import { type ChainSpec, specInputs } from '../chain/spec/spec.ts'
import { kindNames } from '../chain/spec/trafficKindNames.ts'
import { type FieldOption, fieldOption, textOf } from './fieldOption.ts'
import {
  decimalOrHexText,
  type FieldText,
  forkPointText,
  namesText,
  rateText,
} from './fieldText.ts'
import { isSwitchedOff, option } from './option.ts'

/** The options that `addSpecOptions` adds: the fields of a spec that were given, and more. */
export interface SpecArguments extends ChainSpec {
  /** a file with more fields */
  readonly spec?: string
}

type Field = keyof ChainSpec

const fields = Object.keys(specInputs) as Field[]

/** Their names: they cannot be combined with an existing chain. */
export const specOptionNames = ['spec', ...fields]

/** The fields that most users want to set; the help lists the others in a group of their own. */
const mainFields: readonly Field[] = ['seed', 'blocks', 'preset']

/** How fields are written where that does not follow from their schemas. */
const texts: { readonly [Name in Field]?: FieldText } = {
  chainId: decimalOrHexText,
  uncleRate: rateText,
  forks: namesText({ london: 0, paris: 10, shanghai: { timestamp: 1_681_338_455 } }, forkPointText),
  traffic: namesText({ 'token-transfer': 1000, burst: 0 }),
}

/** The names that `--forks` and `--traffic` accept. */
export function nameLists(): string {
  return `Forks: ${forkNames.join(', ')}.\n\nKinds of traffic: ${kindNames.join(', ')}.`
}

/** Adds an option for each field of a spec, and one for a file. */
export function addSpecOptions(command: Command): Command {
  command.optionsGroup('Chain:')
  for (const name of mainFields) command.addOption(specOption(name))
  command.addOption(
    option(
      '--spec <file>',
      'Read the chain from a file (YAML or JSON); options replace its fields.',
    ),
  )
  for (const name of fields) {
    if (!mainFields.includes(name)) {
      command.addOption(specOption(name).helpGroup('Contents of the chain:'))
    }
  }
  const text = 'Leave out the CREATE2 factory, which --dev puts in.'
  command.addOption(option('--no-create2-factory', text).helpGroup('Contents of the chain:'))
  return command
}

function specOption(name: Field): FieldOption {
  const input = specInputs[name]
  const text = texts[name] ?? textOf(input)
  const flag = name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
  // Without a default, because that would replace a field of the file.
  const value = text.placeholder === '' ? '' : ` <${text.placeholder}>`
  const created = fieldOption(`--${flag}${value}`, name, input, text)
  // A switch that is on by default elsewhere can be turned off: `OMMER_CREATE2_FACTORY=0`.
  return created.default(isSwitchedOff(created) ? false : undefined, created.fallback)
}

/**
 * The spec that options and the file describe; the options win.
 *
 * @throws {SpecFileError} if the file is wrong
 * @throws {SpecError} if an option contradicts another, or the file
 */
export async function givenSpec(given: SpecArguments, signal?: AbortSignal): Promise<ChainSpec> {
  const own = Object.fromEntries(
    fields.flatMap((name) => (given[name] === undefined ? [] : [[name, given[name]]])),
  )
  if (given.spec === undefined) return own
  // Loaded only when needed, because it takes time.
  const { readSpecFile } = await import('../yaml/readSpecFile.ts')
  return readSpecFile(given.spec, own, signal)
}
