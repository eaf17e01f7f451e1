import { writeHeapSnapshot } from 'node:v8'
import { serveParent } from './serveParent.mjs'

/** How many endpoints exist before the memory of others is measured. */
const FIRST = 20

serveParent({
  /** The heap that an endpoint takes, in bytes, if it gets these requests. */
  bytesPerEndpoint: async ({ build, chainId, endpoints, bodies }) => {
    const { createChain, serve } = await import(build)
    const mnemonic = 'test test test test test test test test test test test junk'
    const chain = await createChain({ chainId, mnemonic, blocks: 20 })
    const server = await serve(chain, { port: 0, dev: true, anyKey: true })
    const sendTo = async (name) => {
      for (const body of bodies) await post(server.url.replace(/[^/]*$/, name), body)
    }
    for (let index = 0; index < FIRST; index++) await sendTo(`first-${index}`)
    const before = heapBytes()
    for (let index = 0; index < endpoints; index++) await sendTo(`endpoint-${index}`)
    const bytes = (heapBytes() - before) / endpoints
    if (process.env.OMMER_TEST_HEAP_SNAPSHOT)
      writeHeapSnapshot(process.env.OMMER_TEST_HEAP_SNAPSHOT)
    await server.close()
    return bytes
  },
})

/** Throws unless the response has a result. */
async function post(url, body) {
  const headers = { 'content-type': 'application/json' }
  const { result, error } = await (await fetch(url, { method: 'POST', headers, body })).json()
  if (result === undefined) throw new Error(error.message)
}

/** Of objects and of buffers. */
function heapBytes() {
  // Buffers are freed in the collection after the one that frees their objects.
  for (let i = 0; i < 3; i++) globalThis.gc()
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  return heapUsed + arrayBuffers
}
