import { InputError } from '../primitives/inputError.ts'

/** An option or a limit for loading a chain is unknown or has an invalid value. */
export class LoadOptionsError extends InputError {
  constructor(path: string, problem: string) {
    super('INVALID_OPTION', path, problem)
  }
}
