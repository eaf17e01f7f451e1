import { OmmerError } from '../../primitives/errors.ts'

/** A block would access more than its gas limit allows (EIP-7928). */
export class AccessLimitError extends OmmerError {
  /** what is wrong with the block */
  readonly problem: string

  constructor(number: number, problem: string) {
    super('ACCESS_LIMIT', `block ${number}: ${problem}`)
    this.problem = problem
  }
}
