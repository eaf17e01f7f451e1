import { WebSocketServer } from 'ws'
import { cpuSeconds, serveParent } from './serveParent.mjs'

let body = Buffer.alloc(0)

/** The least that a WebSocket server can do: it responds to every message with prepared bytes. */
serveParent({
  listen: () =>
    new Promise((resolve) => {
      const server = new WebSocketServer({ host: '127.0.0.1', port: 0 })
      server.on('connection', (socket) => {
        socket.on('message', () => socket.send(body, { binary: false }))
      })
      server.on('listening', () => resolve(`ws://127.0.0.1:${server.address().port}/`))
    }),
  answerWith: (bytes) => {
    body = Buffer.from(bytes)
    return null
  },
  cpuSeconds,
})
