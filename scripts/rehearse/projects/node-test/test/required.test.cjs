const assert = require('node:assert/strict')
const { after, before, test } = require('node:test')
const { createChain, serve } = require('ommer')

let server
before(async () => {
  server = await serve(await createChain({ blocks: 4 }), { port: 0 })
})
after(() => server.close())

test('responds when loaded by require', async () => {
  assert.equal(await server.request({ method: 'eth_blockNumber' }), '0x4')
})
