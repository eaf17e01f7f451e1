import { createServer } from 'node:http'
import { respond } from './respond.mjs'
import { cpuSeconds, serveParent } from './serveParent.mjs'

let body = Buffer.alloc(0)

/** The least that an HTTP server can do: it responds with prepared bytes. */
const server = createServer((request, response) => respond(request, response, body))

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
