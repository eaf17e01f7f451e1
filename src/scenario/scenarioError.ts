import { OmmerError } from '../primitives/errors.ts'
import { inOneLine } from '../primitives/inOneLine.ts'

/** A scenario is not as its format says, or cannot be played. */
export class ScenarioError extends OmmerError {
  /** the file, if it is of one */
  readonly file: string | undefined
  /** of the file, from 1; undefined where it is of none, or about no line of it */
  readonly line: number | undefined
  /** which part of it, as in `steps[2].reorg.depth`; empty for the whole */
  readonly path: string

  constructor(
    code: 'INVALID_SCENARIO' | 'STEP_FAILED' | 'SCENARIO_CLOSED',
    where: ScenarioPlace,
    problem: string,
    options?: ErrorOptions,
  ) {
    const line = where.line === undefined ? undefined : `line ${where.line}`
    const place = [where.file, line, where.path].filter((part) => part !== undefined && part !== '')
    super(code, inOneLine([...place, problem].join(': ')), options)
    this.file = where.file
    this.line = where.line
    this.path = where.path
  }
}

/** What an error is about. */
interface ScenarioPlace {
  readonly file?: string | undefined
  readonly line?: number | undefined
  readonly path: string
}
