import { OmmerError } from './errors.ts'

type ArgumentCode = 'INVALID_ARGUMENT' | 'NO_SUCH_BLOCK' | 'NO_SUCH_CONTRACT'

/** An argument of a method of a chain is invalid, or names something that the chain does not have. */
export class ArgumentError extends OmmerError {
  constructor(problem: string, code: ArgumentCode = 'INVALID_ARGUMENT') {
    super(code, problem)
  }
}

/** The error for the check of an argument with `readInput`. */
export function invalidArgument(path: string, problem: string): ArgumentError {
  return new ArgumentError(`${path}: ${problem}`)
}
