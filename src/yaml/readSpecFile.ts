import { type ChainSpec, resolveSpec, SpecError, specFile } from '../chain/spec/spec.ts'
import { OmmerError } from '../primitives/errors.ts'
import { inOneLine } from '../primitives/inOneLine.ts'
import { readInput } from '../primitives/input.ts'
import { readYamlFile, type YamlFile, YamlFileError } from './readYamlFile.ts'

/** The file of a spec cannot be read, or what it contains is not a spec. */
export class SpecFileError extends OmmerError {
  /** @param where file, line and path, as far as they are known */
  constructor(where: readonly string[], problem: string, options?: ErrorOptions) {
    super('INVALID_SPEC', inOneLine([...where, problem].join(': ')), options)
  }
}

/** A spec has some sixty members; the rest is for comments. */
const BYTES_MAX = 256 * 1024

const expected = {
  noun: 'spec',
  wanted: 'at least one field, as in blocks: 12',
  bytesMax: BYTES_MAX,
}

/**
 * Reads a spec from a JSON or YAML file.
 *
 * @param overrides replace fields of the file, and are valid by themselves
 * @returns the spec, which is valid
 * @throws {SpecFileError} if the file cannot be read, or has a field that is invalid
 * @throws {SpecError} if an override contradicts the file
 */
export async function readSpecFile(
  file: string,
  overrides: ChainSpec = {},
  signal?: AbortSignal,
): Promise<ChainSpec> {
  const content = await readYamlFile(file, expected, signal).catch((cause: unknown) => {
    if (!(cause instanceof YamlFileError)) throw cause
    throw new SpecFileError([file], cause.message, { cause })
  })
  const inFile = (path: string, problem: string) => inTermsOfFile(file, content, path, problem)
  readInput(specFile, content.value, '', inFile)
  // As it is written, because exported files repeat the fields in this order.
  const { $schema: _, ...fields } = content.value as ChainSpec & { readonly $schema?: string }
  const spec = { ...fields, ...overrides }
  try {
    resolveSpec(spec)
  } catch (error) {
    if (!(error instanceof SpecError)) throw error
    const [field = ''] = error.path.split(/[.[]/)
    throw Object.hasOwn(overrides, field) ? error : inFile(error.path, error.problem)
  }
  return spec
}

function inTermsOfFile(
  file: string,
  { lineOf }: YamlFile,
  path: string,
  problem: string,
): SpecFileError {
  const line = lineOf(path)
  const where = [file, line === undefined ? '' : `line ${line}`, path]
  return new SpecFileError(
    where.filter((part) => part !== ''),
    problem,
  )
}
