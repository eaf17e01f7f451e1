import { expect, it } from 'vitest'
import { createChain } from '../../src/chain/createChain.ts'
import { dialects } from '../../src/endpoint/dialects/dialects.ts'
import { localRpc } from '../../src/formats/localRpc.ts'
import { respond } from '../../src/rpc/reply.ts'
import { serve } from '../../src/serve.ts'
import { post, request } from '../support/transports.ts'

const chain = await createChain({ blocks: 2 })

it.each<[string, unknown[]]>([
  ['eth_getBlockByNumber', ['latest', true]],
  ['eth_getBlockByNumber', ['pending', true]],
  ['eth_getBlockByNumber', ['0x3', true]],
  ['eth_getBlockByNumber', ['0x03', true]],
  ['eth_getBlockReceipts', [2]],
  ['eth_getLogs', [{ fromBlock: 'pending' }]],
  ['eth_unheardOf', []],
])('answers as the service does: %s %j', async (method, params) => {
  const server = await serve(chain, { port: 0, dialect: 'geth' })
  const served = await (await post(server.url, request(method, params))).text()
  await server.close()
  const ask = localRpc(chain, { dialect: dialects.geth, version: '1.2.3' })
  const reply = respond('1', await ask({ method, params }))
  expect(reply.map((part) => Buffer.from(part as string).toString()).join('')).toBe(served)
})

it('throws on an internal error instead of returning it', async () => {
  const dialect = {
    ...dialects.geth,
    block() {
      throw new Error('broken')
    },
  }
  const ask = localRpc(chain, { dialect, version: '1.2.3' })
  await expect(ask({ method: 'eth_getBlockByNumber', params: ['0x1', true] })).rejects.toThrow(
    'broken',
  )
})
