import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createChain, serve } from 'ommer'

let server
before(async () => {
  server = await serve(await createChain({ blocks: 4 }), { port: 0 })
})
after(() => server.close())

test('responds when loaded by import', async () => {
  assert.equal(await server.request({ method: 'eth_blockNumber' }), '0x4')
})
