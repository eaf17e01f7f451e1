import { OmmerError } from '../../primitives/errors.ts'

/** A chain that was loaded without its state is asked for what takes it: further blocks, or accounts. */
export class ReadOnlyChainError extends OmmerError {
  constructor(problem: string, options?: ErrorOptions) {
    super('READ_ONLY_CHAIN', problem, options)
  }
}
