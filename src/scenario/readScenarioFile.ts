import { readFile } from 'node:fs/promises'
import { LineCounter, parseDocument } from 'yaml'
import { messageOf } from '../primitives/errors.ts'
import { type ResolvedScenario, resolveScenario } from './resolveScenario.ts'
import { ScenarioError } from './scenarioError.ts'

/**
 * Reads a scenario from a file of JSON or YAML.
 *
 * @throws {ScenarioError} INVALID_SCENARIO where it cannot be read, or is not as `Scenario` says
 */
export async function readScenarioFile(file: string): Promise<ResolvedScenario> {
  let text: string
  try {
    text = await readFile(file, 'utf8')
  } catch (error) {
    throw invalid(file, `cannot be read: ${messageOf(error)}`, error)
  }
  return resolveScenario(parse(text, file), file)
}

/** JSON is YAML, too. */
function parse(text: string, file: string): unknown {
  const lineCounter = new LineCounter()
  const document = parseDocument(text, { lineCounter, prettyErrors: false, stringKeys: true })
  const [problem] = document.errors
  if (problem !== undefined) {
    const { line, col } = lineCounter.linePos(problem.pos[0])
    throw invalid(file, `line ${line}, column ${col}: ${problem.message}`, problem)
  }
  try {
    return document.toJS()
  } catch (error) {
    // Aliases that grow beyond measure.
    throw invalid(file, messageOf(error), error)
  }
}

function invalid(file: string, problem: string, cause: unknown): ScenarioError {
  return new ScenarioError('INVALID_SCENARIO', { file, path: '' }, problem, { cause })
}
