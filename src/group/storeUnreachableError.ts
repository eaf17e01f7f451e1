import { OmmerError } from '../primitives/errors.ts'

/** A store has not answered, or only that it cannot yet. Whether it has done what it was asked is unknown. */
export class StoreUnreachableError extends OmmerError {
  constructor(name: string, problem: string, options?: ErrorOptions) {
    super('JOURNAL_NOT_REACHED', `${name}: ${problem}`, options)
  }
}
