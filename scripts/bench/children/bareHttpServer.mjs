import { createServer } from 'node:http'
import { answerBatch } from './answerBatch.mjs'
import { nextBody, preparing, table } from './prepared.mjs'
import { respond } from './respond.mjs'
import { cpuSeconds, serveParent } from './serveParent.mjs'

/** The least that an HTTP server can do: it responds with prepared bytes, or to batches from a table. */
const server = createServer((request, response) => {
  if (table === undefined) respond(request, response, nextBody())
  else respondToBatch(request, response)
})

function respondToBatch(request, response) {
  const chunks = []
  request.on('data', (chunk) => chunks.push(chunk))
  request.on('end', () => {
    const parts = answerBatch(Buffer.concat(chunks), table)
    response.writeHead(200, {
      'Content-Type': 'application/json',
      'Content-Length': parts.reduce((sum, { length }) => sum + length, 0),
    })
    response.cork()
    for (const part of parts) response.write(part, 'latin1')
    response.uncork()
    response.end()
  })
}

serveParent({
  listen: () =>
    new Promise((resolve) => {
      server.listen(0, '127.0.0.1', () => resolve(`http://127.0.0.1:${server.address().port}/`))
    }),
  ...preparing,
  cpuSeconds,
})
