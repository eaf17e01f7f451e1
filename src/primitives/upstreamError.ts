import { OmmerError } from './errors.ts'

/** The network that a chain is forked from did not give what is needed, or gave something wrong. */
export class UpstreamError extends OmmerError {
  readonly problem: string

  constructor(problem: string, options?: ErrorOptions) {
    super('UPSTREAM_FAILED', `the forked network: ${problem}`, options)
    this.problem = problem
  }
}

/** A fork that asks no node needs what its witness does not have: it will fail each time. */
export class NotInWitnessError extends UpstreamError {}
