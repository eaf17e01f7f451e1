import { type ChainSpec, resolveSpec, SpecError } from '../chain/spec/spec.ts'
import { dialects } from '../endpoint/dialects/dialects.ts'
import { FixtureError } from './fixtureError.ts'
import { FORMAT_VERSION, formatNames, type Manifest } from './manifest.ts'

/** The highest number of a block: where a transaction stands is kept with 32 bits for it. */
export const NUMBER_MAX = 2 ** 32 - 1

type Unknown = Readonly<Record<string, unknown>>

/**
 * Checks what a fixture says of itself.
 *
 * @param value what `JSON.parse` gave
 * @param path names the file where it is refused
 * @throws {FixtureError} where it is no manifest, or one of a form that is newer than this version
 */
export function readManifest(value: unknown, path: string): Manifest {
  if (!isObject(value) || typeof value.formatVersion !== 'number') {
    throw new FixtureError(path, 'formatVersion', 'it is missing: this is no manifest of ommer')
  }
  const { format, formatVersion, ommer } = value
  const refuse = (field: string, problem: string): never => {
    throw new FixtureError(path, field, problem)
  }
  if (formatVersion < 1) refuse('formatVersion', 'there is none below 1')
  if (!(formatVersion <= FORMAT_VERSION)) {
    const writer = typeof ommer === 'string' ? ommer : 'another version'
    const problem = `${formatVersion} is newer than ${FORMAT_VERSION}, the last that is known here: load it with ommer ${writer} or newer`
    refuse('formatVersion', problem)
  }
  if (!formatNames.some((name) => name === format)) {
    refuse('format', `'${String(format)}' is none of: ${formatNames.join(', ')}`)
  }
  const { dialect, chainId, from, to, head, finality, spec, totalDifficultyBefore } = value
  if (dialect !== null && !Object.keys(dialects).some((name) => name === dialect)) {
    refuse('dialect', `'${String(dialect)}' is none of: ${Object.keys(dialects).join(', ')}`)
  }
  if (chainId !== null && !isCount(chainId)) refuse('chainId', 'it is not a whole number')
  if (!isCount(from)) refuse('from', 'it is not a whole number')
  if (!isCount(to) || (to as number) < (from as number))
    refuse('to', 'it is not a number from `from` on')
  if ((to as number) > NUMBER_MAX) refuse('to', `it is above ${NUMBER_MAX}`)
  if (!isObject(head) || typeof head.hash !== 'string') refuse('head', 'it is not a block')
  if (totalDifficultyBefore !== null && !isQuantity(totalDifficultyBefore)) {
    refuse('totalDifficultyBefore', 'it is not a 0x-hex number')
  }
  if (!isObject(finality)) refuse('finality', 'it is not an object')
  for (const tag of ['safe', 'finalized']) {
    const distance = (finality as Unknown)[tag]
    if (distance !== null && !isCount(distance))
      refuse(`finality.${tag}`, 'it is not a whole number')
  }
  if (spec !== null) requireSpec(spec, path)
  return value as unknown as Manifest
}

function requireSpec(spec: unknown, path: string): void {
  try {
    resolveSpec(spec as ChainSpec)
  } catch (cause) {
    if (!(cause instanceof SpecError)) throw cause
    throw new FixtureError(path, `spec.${cause.path}`, cause.message, { cause })
  }
}

function isObject(value: unknown): value is Unknown {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isQuantity(value: unknown): boolean {
  return typeof value === 'string' && /^0x(?:0|[1-9a-f][\da-f]{0,63})$/.test(value)
}

function isCount(value: unknown): boolean {
  return Number.isSafeInteger(value) && (value as number) >= 0
}
