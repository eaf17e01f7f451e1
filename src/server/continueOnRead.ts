import type { IncomingMessage, ServerResponse } from 'node:http'

/**
 * Sends `100 Continue` (RFC 9110, 10.1.1) as soon as a handler reads the body. If the request is refused before that, the
 * client need not send its body.
 */
export function continueOnRead(request: IncomingMessage, response: ServerResponse): void {
  // After a refusal the client may or may not send the body, so what follows on the connection is ambiguous.
  const { shouldKeepAlive } = response
  response.shouldKeepAlive = false
  request.once('resume', () => {
    // node:http also resumes an answered request, to discard the rest of it.
    if (response.headersSent) return
    response.shouldKeepAlive = shouldKeepAlive
    response.writeContinue()
  })
}
