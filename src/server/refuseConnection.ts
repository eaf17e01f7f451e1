import { STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Refusal } from './refusals.ts'

/** Answers on a connection that node:http has given up or handed over, and ends it. */
export function refuseConnection(socket: Duplex, { status, headers, body }: Refusal): void {
  // A client that goes away while it is being refused is no concern of ours.
  socket.on('error', () => {})
  if (!socket.writable) {
    socket.destroy()
    return
  }
  const lines = [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, 'Connection: close']
  for (let at = 0; at < headers.length; at += 2) lines.push(`${headers[at]}: ${headers[at + 1]}`)
  // The client may keep its half open; the server then could not close.
  socket.once('finish', () => socket.destroy())
  socket.end(Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`), body]))
}
