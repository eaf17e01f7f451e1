import { OmmerError } from './errors.ts'

/** Input is not as its schema describes it. The message is the path and the problem in one line. */
export class InputError extends OmmerError {
  /** which part of the input, as in `steps[2].reorg.depth`; empty for the whole */
  readonly path: string
  /** what is wrong with it, and what would be right */
  readonly problem: string

  constructor(code: string, path: string, problem: string, options?: ErrorOptions) {
    super(code, path === '' ? problem : `${path}: ${problem}`, options)
    this.path = path
    this.problem = problem
  }
}
