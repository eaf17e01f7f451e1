import type { ServerResponse } from 'node:http'
import type { Page } from '../../faults/effect.ts'
import type { DrawnDelivery } from '../../rpc/faults/delivery.ts'
import { type Reply, textOf } from '../../rpc/reply.ts'
import { forAnyOrigin, jsonContent } from '../httpHeaders.ts'
import { breakOff } from './breakOff.ts'
import { resetSocket } from './resetSocket.ts'

/**
 * Sends a response with a fault applied, unless the request was refused meanwhile. WebSocket messages do not pass
 * through here.
 *
 * @param reply undefined if no reply is sent
 */
export function deliverHttp(
  response: ServerResponse,
  delivery: DrawnDelivery,
  reply: Reply | undefined,
): void {
  if (response.headersSent) return
  switch (delivery.kind) {
    case 'page':
      sendPage(response, delivery)
      return
    case 'reset':
      if (delivery.when === 'midAnswer' && reply !== undefined) sendHalf(response, textOf(reply))
      else resetSocket(response.req.socket)
      return
    case 'silence':
    case 'close':
    case 'late':
    case 'twice':
      // The client or the idle limit closes the connection.
      return
  }
}

function sendPage(response: ServerResponse, { status, headers, body }: Page): void {
  const length = ['Content-Length', String(Buffer.byteLength(body))]
  response.writeHead(status, [...headers, ...length, ...forAnyOrigin])
  response.end(body)
}

/** Sends half of a body, then breaks the connection. */
function sendHalf(response: ServerResponse, body: string): void {
  const bytes = Buffer.from(body)
  const length = ['Content-Length', String(bytes.length)]
  response.writeHead(200, [...jsonContent, ...length, ...forAnyOrigin])
  response.write(bytes.subarray(0, bytes.length / 2), () => breakOff(response.req.socket))
}
