import { OmmerError } from './errors.ts'

/** The folder of a witness cannot be read or written, or contradicts itself. */
export class WitnessError extends OmmerError {
  constructor(path: string, problem: string, options?: ErrorOptions) {
    super('BAD_WITNESS', `${path}: ${problem}`, options)
  }
}
