import { OmmerError } from '../primitives/errors.ts'

/** A fault rule is wrong; `path` names the field, as in `faults[0].fault.status`. */
export class FaultError extends OmmerError {
  readonly path: string

  constructor(path: string, problem: string) {
    super('INVALID_FAULT', `${path}: ${problem}`)
    this.path = path
  }
}
