import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { serveParent } from '../../bench/child.ts'
import { importBuilt } from '../../build/built.ts'
import { requestHead } from '../requestHead.ts'

serveParent({
  /** Milliseconds from `serve` to the first response, in a process that has not served before. */
  firstAnswer: async (): Promise<number> => {
    const { createChain, serve } = await importBuilt()
    const chain = await createChain({ seed: 'moves', blocks: 64, preset: 'latest' })
    await loadClient()
    const start = performance.now()
    const server = await serve(chain, { port: 0 })
    await requestHead(server.url)
    return performance.now() - start
  },
})

/** Node loads the modules of `fetch` on its first call; that time belongs to the client, not to the server. */
async function loadClient(): Promise<void> {
  const server = createServer((request, response) =>
    request.resume().on('end', () => response.end()),
  )
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  await requestHead(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
  server.close()
  server.closeAllConnections()
}
