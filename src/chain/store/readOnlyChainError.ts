import { OmmerError } from '../../primitives/errors.ts'

/** Something needs the state of a chain that was loaded without it: further blocks, or an account. */
export class ReadOnlyChainError extends OmmerError {
  constructor(problem: string, options?: ErrorOptions) {
    super('READ_ONLY_CHAIN', problem, options)
  }
}
