import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { join } from 'node:path'
import express from 'express'

/**
 * Serves a built site on 127.0.0.1, as GitHub Pages does.
 *
 * @param folder of the whole site
 * @param base the path at which it was built
 * @param port 0 for a free one
 */
export async function serveSite(folder: string, base: string, port: number): Promise<Server> {
  const application = express()
  application.use(base, express.static(folder))
  application.use((_, response) => {
    response.status(404).sendFile(join(folder, '404.html'))
  })
  const server = createServer(application)
  await once(server.listen(port, '127.0.0.1'), 'listening')
  return server
}
