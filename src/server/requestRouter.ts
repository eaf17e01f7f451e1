import type { RequestListener, ServerResponse } from 'node:http'
import type { ApplicationOptions } from './application.ts'
import type { HttpHandler } from './httpHandler.ts'
import * as refusals from './refusals.ts'

export interface RequestRouterOptions {
  /** `/v3/<API_KEY>`, which nearly all requests go to */
  readonly handleRpc: HttpHandler
  /** `/control/<API_KEY>`; undefined where control is off */
  readonly handleControl: HttpHandler | undefined
  /** `/contracts/<API_KEY>` */
  readonly handleContracts: HttpHandler
  /** `/explorer/<API_KEY>`; undefined where the explorer is off */
  readonly handleExplorer: HttpHandler | undefined
  /** every other path */
  readonly application: ApplicationOptions
}

/**
 * Passes each request to the handler of its path: JSON-RPC, the control address, the contracts, the explorer, or the Express
 * application.
 */
export function createRequestRouter(options: RequestRouterOptions): RequestListener {
  const { handleRpc, handleControl, handleContracts, handleExplorer, application } = options
  const { onInternalError, refuser } = application
  const fail = (response: ServerResponse, error: unknown): void => {
    onInternalError(error)
    refuser.answer(response, refusals.failure)
  }
  const handlePage = lazyApplication(application, fail)
  const handlers = [handleRpc, handleControl, handleContracts, handleExplorer].filter(
    (each) => each !== undefined,
  )
  return (request, response) => {
    const passTo = (index: number): void => {
      const handle = handlers[index] ?? handlePage
      handle(request, response, (error) => {
        if (error === undefined) passTo(index + 1)
        else fail(response, error)
      })
    }
    passTo(0)
  }
}

/** Express takes longer to load than the rest of the server, and most servers never get a request for a page. */
function lazyApplication(
  options: ApplicationOptions,
  fail: (response: ServerResponse, error: unknown) => void,
): RequestListener {
  const load = async () => {
    const { createApplication } = await import('./application.ts')
    return createApplication(options)
  }
  let application: ReturnType<typeof load> | undefined
  return (request, response) => {
    application ??= load()
    application.then(
      (handle) => handle(request, response),
      (error: unknown) => {
        // Loading may succeed at the next request.
        application = undefined
        fail(response, error)
      },
    )
  }
}
