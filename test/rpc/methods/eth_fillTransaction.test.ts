import { expect, it } from 'vitest'
import { serveForTests, serveInTest } from '../../support/serving.ts'

const { server, chain } = await serveForTests(
  { preset: 'latest', blocks: 4 },
  { dev: true, callTimeout: 0 },
)

interface Filled {
  readonly raw: string
  readonly tx: Readonly<Record<string, unknown>>
}

function ask(method: string, params: unknown[], from = server): Promise<Filled> {
  return from.request({ method, params }) as Promise<Filled>
}

const to = `0x${'ab'.repeat(20)}`

it('fills in what eth_signTransaction does', async () => {
  const [{ address: from }] = chain.accounts as [(typeof chain.accounts)[0]]
  const filled = await ask('eth_fillTransaction', [{ from, to, value: '0x1' }])
  const signed = await ask('eth_signTransaction', [{ from, to, value: '0x1' }])
  const unsigned = { hash: expect.any(String), v: '0x0', r: '0x0', s: '0x0', yParity: '0x0' }
  expect(filled.tx).toEqual({ ...signed.tx, ...unsigned })
  const again = await ask('eth_signTransaction', [{ from, ...filled.tx }])
  expect(again.raw).toBe(signed.raw)
})

it('needs no key and no dev', async () => {
  const plain = await serveInTest(chain, { callTimeout: 0 })
  // Without the gas, an estimate would need funds for it.
  const request = { to, gas: '0x5208' }
  const params = [{ from: to, ...request }]
  const filled = await ask('eth_fillTransaction', params, plain)
  expect(filled.tx).toMatchObject({ nonce: '0x0', chainId: '0x539', type: '0x2' })
  expect((await ask('eth_fillTransaction', [request], plain)).raw).toBe(filled.raw)
})

it('says why a transaction cannot be filled in', async () => {
  await expect(ask('eth_fillTransaction', [{ to: null }])).rejects.toMatchObject({
    code: -32000,
    message: 'contract creation without any data provided',
  })
})
