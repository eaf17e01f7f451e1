import * as v from 'valibot'
import { forkNames } from '../chain/protocol/forks.ts'
import { type ChainSpec, resolveSpec, SpecError } from '../chain/spec/spec.ts'
import { dialectNames } from '../endpoint/dialects/dialects.ts'
import {
  checkedElsewhere,
  consistent,
  isObject,
  nonEmptyString,
  object,
  oneOf,
  openObject,
  readInput,
  wanted,
  wholeNumber,
} from '../primitives/input.ts'
import { FixtureError } from './fixtureError.ts'
import { formatNames } from './formatNames.ts'
import { FORMAT_VERSION, type Manifest } from './manifest.ts'
import { manifestContracts } from './manifestContracts.ts'

/** The maximum block number: transaction locations store it in 32 bits. */
export const NUMBER_MAX = 2 ** 32 - 1

const blockNumber = wholeNumber(0, NUMBER_MAX)
const noQuantity = wanted('a 0x-hex number')
const quantity = v.pipe(
  v.string(noQuantity),
  v.regex(/^0x(?:0|[1-9a-f][\da-f]{0,63})$/, noQuantity),
)
const distance = v.nullable(wholeNumber(0))

/** The fields that readers rely on; `requireManifest` compares the rest with the chain itself. */
const manifest = v.pipe(
  openObject(
    {
      format: oneOf(...formatNames),
      dialect: v.nullable(oneOf(...dialectNames)),
      chainId: v.nullable(wholeNumber(0)),
      from: blockNumber,
      to: blockNumber,
      head: openObject({ hash: nonEmptyString }, 'a block'),
      totalDifficultyBefore: v.nullable(quantity),
      finality: object({ safe: distance, finalized: distance }),
      blobForks: v.optional(
        v.array(object({ from: blockNumber, forks: v.array(oneOf(...forkNames)) })),
      ),
      contracts: v.optional(manifestContracts),
      spec: checkedElsewhere<ChainSpec | null>(),
    },
    'a manifest',
  ),
  consistent(({ from, to }) =>
    to >= from ? undefined : { path: ['to'], problem: `${to} is less than from, ${from}` },
  ),
)

/**
 * Checks a manifest.
 *
 * @param value the result of `JSON.parse`
 * @param path names the file in errors
 * @throws {FixtureError} if it is not a manifest, or its format is newer than this version
 */
export function readManifest(value: unknown, path: string): Manifest {
  requireKnownVersion(value, path)
  const { spec } = readInput(manifest, value, '', (field, problem) => {
    return new FixtureError(path, field, problem)
  })
  if (spec !== null) requireSpec(spec, path)
  return value as Manifest
}

/** Checked first, because everything else may differ in a newer version. */
function requireKnownVersion(value: unknown, path: string): void {
  const { formatVersion, ommer } = (isObject(value) ? value : {}) as Partial<Manifest>
  const refused = (problem: string) => new FixtureError(path, 'formatVersion', problem)
  if (typeof formatVersion !== 'number') {
    throw refused('it is missing: this is not a manifest of ommer')
  }
  if (formatVersion < 1) throw refused(`${formatVersion} is not a whole number of at least 1`)
  if (formatVersion <= FORMAT_VERSION) return
  const writer = typeof ommer === 'string' ? ommer : 'another version'
  const advice = `load it with ommer ${writer} or newer`
  throw refused(
    `${formatVersion} is newer than ${FORMAT_VERSION}, the newest that this version reads: ${advice}`,
  )
}

function requireSpec(spec: ChainSpec, path: string): void {
  try {
    resolveSpec(spec)
  } catch (cause) {
    if (!(cause instanceof SpecError)) throw cause
    throw new FixtureError(path, `spec.${cause.path}`, cause.problem, { cause })
  }
}
