import type { IncomingMessage, ServerResponse } from 'node:http'

/**
 * For a client that sends its body only when told to (RFC 9110, 10.1.1): tells it to as soon as
 * anybody reads the body. Who refuses the request before that spares the client the sending.
 */
export function continueOnRead(request: IncomingMessage, response: ServerResponse): void {
  // After a refusal the client may send its body or not, so what comes next on this connection
  // could be read either way.
  const { shouldKeepAlive } = response
  response.shouldKeepAlive = false
  request.once('resume', () => {
    // node:http reads what is left of a request that has been answered.
    if (response.headersSent) return
    response.shouldKeepAlive = shouldKeepAlive
    response.writeContinue()
  })
}
