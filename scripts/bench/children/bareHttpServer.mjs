import { createServer } from 'node:http'
import { cpuSeconds, serveParent } from './serveParent.mjs'

let body = Buffer.alloc(0)

/**
 * The least that an HTTP server can do: it reads the whole body of a request, because a client may send more on the
 * same connection, and responds with prepared bytes.
 */
const server = createServer((request, response) => {
  request.resume()
  request.on('end', () => {
    response.writeHead(200, {
      'Content-Type': 'application/json',
      'Content-Length': body.length,
    })
    response.end(body)
  })
})

serveParent({
  listen: () =>
    new Promise((resolve) => {
      server.listen(0, '127.0.0.1', () => resolve(`http://127.0.0.1:${server.address().port}/`))
    }),
  answerWith: (bytes) => {
    body = Buffer.from(bytes)
    return null
  },
  cpuSeconds,
})
