import { UpstreamError } from '../../primitives/upstreamError.ts'

/** The searches of a fork for names, which take seconds: nobody may want their results any more. */
export class Searches {
  #controller = new AbortController()

  /** Ends those that begin now. */
  get signal(): AbortSignal {
    return this.#controller.signal
  }

  /** Ends those in progress. Others may begin later. */
  end(): void {
    const problem = 'the search for a key was ended, because the server was closed'
    this.#controller.abort(new UpstreamError(problem, { mayPass: true }))
    this.#controller = new AbortController()
  }
}
