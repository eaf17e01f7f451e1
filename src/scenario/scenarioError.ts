import { OmmerError } from '../primitives/errors.ts'
import { inOneLine } from '../primitives/inOneLine.ts'

/** A scenario is not as its format says, or cannot be played. */
export class ScenarioError extends OmmerError {
  /** the file, if it is of one */
  readonly file: string | undefined
  /** which part of it, as in `steps[2].reorg.depth`; empty for the whole */
  readonly path: string

  constructor(
    code: 'INVALID_SCENARIO' | 'STEP_FAILED' | 'SCENARIO_CLOSED',
    where: { readonly file?: string | undefined; readonly path: string },
    problem: string,
    options?: ErrorOptions,
  ) {
    const place = [where.file, where.path].filter((part) => part !== undefined && part !== '')
    super(code, inOneLine([...place, problem].join(': ')), options)
    this.file = where.file
    this.path = where.path
  }
}
