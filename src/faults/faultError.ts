import { InputError } from '../primitives/inputError.ts'

/** A rule for faults is wrong; `path` names the field, as in `faults[0].fault.status`. */
export class FaultError extends InputError {
  constructor(path: string, problem: string) {
    super('INVALID_FAULT', path, problem)
  }
}
