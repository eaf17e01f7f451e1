import { OmmerError } from '../../primitives/errors.ts'

/** A fee follows neither from the blocks of a recording nor from what is known about its chain. */
export class UnknownFeeError extends OmmerError {
  constructor(problem: string) {
    super('UNKNOWN_FEE', problem)
  }
}
