import { OmmerError } from './errors.ts'

interface UpstreamErrorOptions extends ErrorOptions {
  /** see `UpstreamError`. Default: as the cause; true if it says nothing. */
  readonly mayPass?: boolean
}

/** The network that a chain is forked from did not give what is needed, or gave something wrong. */
export class UpstreamError extends OmmerError {
  readonly problem: string
  /** whether the same request may succeed later; otherwise all nodes have refused it, and will do so again */
  readonly mayPass: boolean

  constructor(problem: string, { mayPass, cause }: UpstreamErrorOptions = {}) {
    super('UPSTREAM_FAILED', `the forked network: ${problem}`, { cause })
    this.problem = problem
    this.mayPass = mayPass ?? (cause instanceof UpstreamError ? cause.mayPass : true)
  }
}

/** A fork that asks no node needs what its witness does not have: it will fail each time. */
export class NotInWitnessError extends UpstreamError {
  constructor(problem: string) {
    super(problem, { mayPass: false })
  }
}
