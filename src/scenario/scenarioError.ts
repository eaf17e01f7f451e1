import { OmmerError } from '../primitives/errors.ts'
import { inOneLine } from '../primitives/inOneLine.ts'

/** A scenario is invalid, or one of its steps failed. */
export class ScenarioError extends OmmerError {
  /** the file of the scenario, if it has one */
  readonly file: string | undefined
  /** the line in the file, from 1; undefined without a file, or if no line is at fault */
  readonly line: number | undefined
  /** the path of the part at fault, as in `steps[2].reorg.depth`; empty for the whole */
  readonly path: string

  constructor(
    code: 'INVALID_SCENARIO' | 'STEP_FAILED' | 'SCENARIO_CLOSED',
    where: ScenarioLocation,
    problem: string,
    options?: ErrorOptions,
  ) {
    const line = where.line === undefined ? undefined : `line ${where.line}`
    const location = [where.file, line, where.path].filter(
      (part) => part !== undefined && part !== '',
    )
    super(code, inOneLine([...location, problem].join(': ')), options)
    this.file = where.file
    this.line = where.line
    this.path = where.path
  }
}

/** What an error is about. */
interface ScenarioLocation {
  readonly file?: string | undefined
  readonly line?: number | undefined
  readonly path: string
}
