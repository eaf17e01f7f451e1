import { type Document, LineCounter } from 'yaml'
import { readRegularFile } from '../formats/folder/regularFile.ts'
import { messageOf } from '../primitives/errors.ts'
import { lineOfPath } from './lineOfPath.ts'
import { parseYaml, YamlBoundsError } from './parseYaml.ts'
import { type ResolvedScenario, resolveScenario } from './resolveScenario.ts'
import { ScenarioError } from './scenarioError.ts'

/** Ten thousand steps of 400 bytes. */
const BYTES_MAX = 4 * 1024 ** 2

/**
 * Reads a scenario from a JSON or YAML file.
 *
 * @param source path of the file, or its address: a `file:` URL or its text, as `import.meta.resolve` returns it
 * @param signal aborts the reading with its reason
 * @throws {ScenarioError} INVALID_SCENARIO if the file cannot be read, or is not a valid `Scenario`
 */
export async function readScenarioFile(
  source: string | URL,
  signal?: AbortSignal,
): Promise<ResolvedScenario> {
  const file = String(source)
  let text: string
  try {
    const path = file.startsWith('file:') ? new URL(file) : source
    text = utf8.decode(await readRegularFile(path, BYTES_MAX, signal))
  } catch (error) {
    signal?.throwIfAborted()
    const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT'
    const problem = isMissing ? 'there is no such file' : `cannot be read: ${messageOf(error)}`
    throw invalid(file, problem, error)
  }
  const lineCounter = new LineCounter()
  const document = await parse(text, file, lineCounter, signal)
  return resolveScenario(toPlain(document, file), {
    file,
    lineOf: (path) => lineOfPath(document, lineCounter, path),
  })
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** Parses YAML, of which JSON is a subset. */
async function parse(
  text: string,
  file: string,
  lineCounter: LineCounter,
  signal: AbortSignal | undefined,
): Promise<Document> {
  const options = { prettyErrors: false, stringKeys: true, resolveKnownTags: false }
  const document = await parseYaml(text, { lineCounter, ...options }, signal).catch(
    (error: unknown) => {
      if (!(error instanceof YamlBoundsError)) throw error
      throw invalid(file, location(error.offset, lineCounter) + error.message, error)
    },
  )
  // For an unknown tag the parser only warns, and reads the value as a string.
  const [problem] = [...document.errors, ...document.warnings]
  if (problem !== undefined) {
    throw invalid(file, location(problem.pos[0], lineCounter) + describeProblem(problem), problem)
  }
  requireFormat(document, file)
  return document
}

function location(offset: number | undefined, lineCounter: LineCounter): string {
  if (offset === undefined) return ''
  const { line, col } = lineCounter.linePos(offset)
  return `line ${line}, column ${col}: `
}

function toPlain(document: Document, file: string): unknown {
  try {
    return document.toJS()
  } catch (error) {
    // The aliases expand to too many values.
    throw invalid(file, messageOf(error), error)
  }
}

/** Replaces messages that are meant for callers of the parser. */
function describeProblem({ code, message }: Document['warnings'][number]): string {
  if (code === 'MULTIPLE_DOCS') return 'another document begins here: a file is one scenario'
  const isNoKey = code === 'MULTILINE_IMPLICIT_KEY' || /followed by map values$/.test(message)
  return isNoKey ? `${message}; is a space missing after a colon?` : message
}

function requireFormat({ contents, directives }: Document, file: string): void {
  if (contents === null) throw invalid(file, 'the file is empty: want at least steps')
  // YAML 1.1 has dates, sets and ordered maps, which JSON does not have.
  if (directives?.yaml.version !== '1.1') return
  throw invalid(file, 'it declares YAML 1.1: want YAML 1.2, without that directive')
}

function invalid(file: string, problem: string, cause: unknown = undefined): ScenarioError {
  return new ScenarioError('INVALID_SCENARIO', { file, path: '' }, problem, { cause })
}
