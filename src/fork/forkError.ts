import { InputError } from '../primitives/inputError.ts'

/** A network cannot be forked as the options say. `path` names the option to change, if that is the reason. */
export class ForkError extends InputError {
  constructor(problem: string, option = '', details?: ErrorOptions) {
    super('CANNOT_FORK', option, problem, details)
  }
}
