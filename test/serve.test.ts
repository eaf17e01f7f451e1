import { expect, it } from 'vitest'
import { createChain } from '../src/createChain.ts'
import { serve } from '../src/serve.ts'
import { version } from '../src/version.ts'

it.each([null, 8545, []])('refuses the options %j', async (options) => {
  const chain = await createChain({ blocks: 1 })
  await expect(serve(chain, options as object)).rejects.toMatchObject({
    code: 'INVALID_OPTION',
    option: 'options',
    message: expect.stringContaining('options: '),
  })
})

it('names the version of the package to clients', async () => {
  const server = await serve(await createChain({ blocks: 1 }), { port: 0 })
  expect(await server.request({ method: 'web3_clientVersion' })).toBe(`ommer/${version}`)
  await server.close()
})
