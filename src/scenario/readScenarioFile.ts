import { readFile } from 'node:fs/promises'
import { type Document, LineCounter, parseDocument } from 'yaml'
import { messageOf } from '../primitives/errors.ts'
import { lineOfPath } from './lineOfPath.ts'
import { type ResolvedScenario, resolveScenario } from './resolveScenario.ts'
import { ScenarioError } from './scenarioError.ts'

/**
 * Reads a scenario from a file of JSON or YAML.
 *
 * @param source path of the file, or its address: a `file:` URL or the text of one, as `import.meta.resolve` gives it
 * @throws {ScenarioError} INVALID_SCENARIO where it cannot be read, or is not as `Scenario` says
 */
export async function readScenarioFile(source: string | URL): Promise<ResolvedScenario> {
  const file = String(source)
  let text: string
  try {
    text = utf8.decode(await readFile(file.startsWith('file:') ? new URL(file) : source))
  } catch (error) {
    throw invalid(file, `cannot be read: ${messageOf(error)}`, error)
  }
  const lineCounter = new LineCounter()
  const document = parse(text, file, lineCounter)
  return resolveScenario(toPlain(document, file), {
    file,
    lineOf: (path) => lineOfPath(document, lineCounter, path),
  })
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** JSON is YAML, too. */
function parse(text: string, file: string, lineCounter: LineCounter): Document {
  const options = { prettyErrors: false, stringKeys: true, resolveKnownTags: false }
  const document = parseDocument(text, { lineCounter, ...options })
  // A tag that nobody knows is but a warning: what stands behind it would be taken for a text.
  const [problem] = [...document.errors, ...document.warnings]
  if (problem !== undefined) {
    const { line, col } = lineCounter.linePos(problem.pos[0])
    throw invalid(file, `line ${line}, column ${col}: ${inOurWords(problem)}`, problem)
  }
  requireForm(document, file)
  return document
}

function toPlain(document: Document, file: string): unknown {
  try {
    return document.toJS()
  } catch (error) {
    // Aliases that grow beyond measure.
    throw invalid(file, messageOf(error), error)
  }
}

/** Where the words of the parser are for those who call it. */
function inOurWords({ code, message }: Document['warnings'][number]): string {
  if (code === 'MULTIPLE_DOCS') return 'another document begins here: a file is one scenario'
  if (message.startsWith('Maximum call stack')) return 'it is nested too deeply'
  const isNoKey = code === 'MULTILINE_IMPLICIT_KEY' || /followed by map values$/.test(message)
  return isNoKey ? `${message}; is a space missing behind a colon?` : message
}

function requireForm({ contents, directives }: Document, file: string): void {
  if (contents === null) throw invalid(file, 'there is nothing in it: want at least steps')
  // There dates, sets and ordered maps are things of their own, which JSON does not have.
  if (directives?.yaml.version !== '1.1') return
  throw invalid(file, 'it says that it is YAML 1.1: want YAML 1.2, without that directive')
}

function invalid(file: string, problem: string, cause: unknown = undefined): ScenarioError {
  return new ScenarioError('INVALID_SCENARIO', { file, path: '' }, problem, { cause })
}
