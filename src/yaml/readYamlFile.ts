import { type Document, LineCounter } from 'yaml'
import { codeOf, messageOf } from '../primitives/errors.ts'
import { readRegularFile } from '../primitives/regularFile.ts'
import { jsonProblem } from './jsonProblem.ts'
import { lineOfPath } from './lineOfPath.ts'
import { parseYaml, YamlBoundsError } from './parseYaml.ts'

/** What is expected in a file. */
export interface ExpectedContent {
  /** the word for it: `scenario` */
  readonly noun: string
  /** what a file must have, for the error about an empty one: `at least steps` */
  readonly wanted: string
  /** the maximum size of the file */
  readonly bytesMax: number
}

/** The content of a file. */
export interface YamlFile {
  /** as plain JSON */
  readonly value: unknown
  /**
   * @param path of a part, as in errors
   * @returns its line, from 1
   */
  lineOf(path: string): number | undefined
}

/** A file cannot be read, or is neither YAML nor JSON. The message does not name the file. */
export class YamlFileError extends Error {}

/** There is no such file. */
export class MissingYamlFileError extends YamlFileError {}

/**
 * Reads a JSON or YAML file that a person has written. Its size and nesting are bounded. A file whose name ends in
 * `.json` must be JSON: other programs could not read YAML there.
 *
 * @param file its path, or its address: a `file:` URL or its text, as `import.meta.resolve` returns it
 * @param signal aborts the reading with its reason
 * @throws {YamlFileError}
 */
export async function readYamlFile(
  file: string | URL,
  expected: ExpectedContent,
  signal?: AbortSignal,
): Promise<YamlFile> {
  const text = await readText(file, expected, signal)
  if (isNamedJson(file)) requireJson(text)
  const lineCounter = new LineCounter()
  const document = await parse(text, expected, lineCounter, signal)
  return {
    value: toPlain(document),
    lineOf: (path) => lineOfPath(document, lineCounter, path),
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

async function readText(
  file: string | URL,
  { bytesMax }: ExpectedContent,
  signal: AbortSignal | undefined,
): Promise<string> {
  try {
    const path = String(file).startsWith('file:') ? new URL(file) : file
    return utf8.decode(await readRegularFile(path, bytesMax, signal))
  } catch (cause) {
    signal?.throwIfAborted()
    if (codeOf(cause) === 'ENOENT')
      throw new MissingYamlFileError('there is no such file', { cause })
    throw new YamlFileError(`cannot be read: ${messageOf(cause)}`, { cause })
  }
}

function isNamedJson(file: string | URL): boolean {
  return /\.json$/i.test(String(file).replace(/^(file:[^?#]*).*/s, '$1'))
}

/** @throws {YamlFileError} */
function requireJson(text: string): void {
  const found = jsonProblem(text)
  if (found === undefined || text.trim() === '') return // an empty file has an error of its own
  const lines = text.slice(0, found.offset).split('\n')
  const column = (lines.at(-1) as string).length + 1
  throw new YamlFileError(`line ${lines.length}, column ${column}: ${found.problem}`)
}

/** Parses YAML, of which JSON is a subset. */
async function parse(
  text: string,
  expected: ExpectedContent,
  lineCounter: LineCounter,
  signal: AbortSignal | undefined,
): Promise<Document> {
  const options = { prettyErrors: false, stringKeys: true, resolveKnownTags: false }
  const document = await parseYaml(text, { lineCounter, ...options }, signal).catch(
    (cause: unknown) => {
      if (!(cause instanceof YamlBoundsError)) throw cause
      throw new YamlFileError(location(cause.offset, lineCounter) + cause.message, { cause })
    },
  )
  // For an unknown tag the parser only warns, and reads the value as a string.
  const [cause] = [...document.errors, ...document.warnings]
  if (cause !== undefined) {
    const problem = describeProblem(cause, expected)
    throw new YamlFileError(location(cause.pos[0], lineCounter) + problem, { cause })
  }
  requireFormat(document, expected)
  return document
}

function location(offset: number | undefined, lineCounter: LineCounter): string {
  if (offset === undefined) return ''
  const { line, col } = lineCounter.linePos(offset)
  return `line ${line}, column ${col}: `
}

function toPlain(document: Document): unknown {
  try {
    return document.toJS()
  } catch (cause) {
    // The aliases expand to too many values.
    throw new YamlFileError(messageOf(cause), { cause })
  }
}

/** Replaces messages that are meant for callers of the parser. */
function describeProblem(
  { code, message }: Document['warnings'][number],
  { noun }: ExpectedContent,
): string {
  if (code === 'MULTIPLE_DOCS') return `another document begins here: a file is one ${noun}`
  const isNoKey = code === 'MULTILINE_IMPLICIT_KEY' || /followed by map values$/.test(message)
  return isNoKey ? `${message}; is a space missing after a colon?` : message
}

function requireFormat({ contents, directives }: Document, { wanted }: ExpectedContent): void {
  if (contents === null) throw new YamlFileError(`the file is empty: want ${wanted}`)
  // YAML 1.1 has dates, sets and ordered maps, which JSON does not have.
  if (directives?.yaml.version !== '1.1') return
  throw new YamlFileError('it declares YAML 1.1: want YAML 1.2, without that directive')
}
