import { WebSocketServer } from 'ws'
import { answerBatch } from './answerBatch.mjs'
import { nextBody, preparing, table } from './prepared.mjs'
import { cpuSeconds, serveParent } from './serveParent.mjs'

/** The least that a WebSocket server can do: it responds with prepared bytes, or to batches from a table. */
function answer(message) {
  return table === undefined ? nextBody() : joined(answerBatch(message, table))
}

/** ws sends one buffer. */
function joined(parts) {
  const bytes = Buffer.allocUnsafe(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    at += typeof part === 'string' ? bytes.latin1Write(part, at) : part.copy(bytes, at)
  }
  return bytes
}

serveParent({
  listen: () =>
    new Promise((resolve) => {
      const server = new WebSocketServer({ host: '127.0.0.1', port: 0 })
      server.on('connection', (socket) => {
        socket.on('message', (message) => socket.send(answer(message), { binary: false }))
      })
      server.on('listening', () => resolve(`ws://127.0.0.1:${server.address().port}/`))
    }),
  ...preparing,
  cpuSeconds,
})
