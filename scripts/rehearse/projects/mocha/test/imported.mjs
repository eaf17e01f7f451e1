import assert from 'node:assert/strict'
import { createChain, serve } from 'ommer'

describe('a server loaded by import', () => {
  let server
  before(async () => {
    server = await serve(await createChain({ blocks: 4 }), { port: 0 })
  })
  after(() => server.close())

  it('responds to requests', async () => {
    assert.equal(await server.request({ method: 'eth_blockNumber' }), '0x4')
  })
})
