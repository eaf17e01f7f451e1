import type { RequestListener, ServerResponse } from 'node:http'
import type { ApplicationContext } from './application.ts'
import type { HttpHandler } from './httpHandler.ts'
import * as refusals from './refusals.ts'
import { plainTarget } from './requestTarget.ts'

/**
 * Passes each request to the handler of its path: one of those given, or the Express application.
 *
 * @param handlers in this order, each of which passes other paths on
 */
export function createRequestRouter(
  handlers: readonly HttpHandler[],
  application: ApplicationContext,
): RequestListener {
  const { onInternalError, refuser } = application
  const fail = (response: ServerResponse, error: unknown): void => {
    onInternalError(error)
    refuser.answer(response, refusals.failure)
  }
  const handlePage = lazyApplication(application, fail)
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
  context: ApplicationContext,
  fail: (response: ServerResponse, error: unknown) => void,
): RequestListener {
  const load = async () => {
    const { createApplication } = await import('./application.ts')
    return createApplication(context)
  }
  let application: ReturnType<typeof load> | undefined
  return (request, response) => {
    application ??= load()
    application.then(
      (handle) => {
        request.url = plainTarget(request.url as string)
        handle(request, response)
      },
      (error: unknown) => {
        // Loading may succeed at the next request.
        application = undefined
        fail(response, error)
      },
    )
  }
}
