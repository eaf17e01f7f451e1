import { OmmerError } from './errors.ts'

interface UpstreamErrorOptions extends ErrorOptions {
  /** see `UpstreamError`. Default: as the cause. */
  readonly mayPass?: boolean
}

/** The network that a chain is forked from did not give what is needed, or gave something wrong. */
export class UpstreamError extends OmmerError {
  readonly problem: string
  /** whether the same request may succeed later, because no node has answered; otherwise a node has refused it, or was wrong */
  readonly mayPass: boolean

  constructor(problem: string, { mayPass, cause }: UpstreamErrorOptions = {}) {
    super('UPSTREAM_FAILED', `the forked network: ${problem}`, { cause })
    this.problem = problem
    this.mayPass = mayPass ?? (cause instanceof UpstreamError && cause.mayPass)
  }
}

/** A fork that asks no node needs what its witness does not have: it will fail each time. */
export class NotInWitnessError extends UpstreamError {}
