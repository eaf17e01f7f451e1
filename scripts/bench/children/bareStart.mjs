import { createServer } from 'node:http'
import { WebSocketServer } from 'ws'
import { respond } from './respond.mjs'

// The least that a server for both transports must load and do before it can respond.

const body = '{"jsonrpc":"2.0","id":1,"result":"0x0"}'

const server = createServer((request, response) => respond(request, response, body))
new WebSocketServer({ server }).on('connection', (socket) => {
  socket.on('message', () => socket.send(body))
})
server.listen(0, '127.0.0.1', () => {
  console.log(JSON.stringify({ http: `http://127.0.0.1:${server.address().port}/` }))
})
