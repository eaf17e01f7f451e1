import { describe, expect, it } from 'vitest'
import { createChain } from '../../src/chain/createChain.ts'
import type { Preset } from '../../src/chain/spec/presets.ts'
import { type Server, serve } from '../../src/server/serve.ts'

const MNEMONIC = 'test test test test test test test test test test test junk'

/** In bytes: above the limits of all forks. */
const SIZE = 70_000

/** Creation code that returns as many zeros, in dialects that do not limit the gas. */
const deployment = (size: number) => `0x62${size.toString(16).padStart(6, '0')}6000f3`

/** The same from a contract: CREATE with so much memory as init code, whose first byte stops. */
const factory = (size: number) => `0x62${size.toString(16).padStart(6, '0')}60006000f050`

async function start(preset: Preset, codeSizeLimit?: number): Promise<Server> {
  const spec = { preset, blocks: 1, mnemonic: MNEMONIC, gasLimit: 200_000_000, codeSizeLimit }
  const chain = await createChain(spec)
  return serve(chain, { port: 0, dev: true, dialect: 'anvil', callTimeout: 0 })
}

const ask = <T>(server: Server, method: string, ...params: unknown[]) =>
  server.request({ method, params }) as Promise<T>

/** The status of a transaction that is mined, and the length of the code that it deploys, in bytes. */
async function deploy(server: Server, data: string) {
  const [from] = await ask<string[]>(server, 'eth_accounts')
  const sent = { from, data, gas: '0x9000000' }
  const hash = await ask<string>(server, 'eth_sendTransaction', sent)
  const receipt = await ask<{ status: string; contractAddress: string }>(
    server,
    'eth_getTransactionReceipt',
    hash,
  )
  const code = await ask<string>(server, 'eth_getCode', receipt.contractAddress, 'latest')
  return { hash, status: receipt.status, size: code.length / 2 - 1 }
}

describe.each(['latest', 'amsterdam'] as const)('codeSizeLimit of %s', (preset) => {
  it('lets contracts be longer than the protocol allows', async () => {
    const server = await start(preset, SIZE)
    expect(await deploy(server, deployment(SIZE))).toMatchObject({ status: '0x1', size: SIZE })
    expect(await deploy(server, deployment(SIZE + 1))).toMatchObject({ status: '0x0', size: 0 })
    const { hash } = await deploy(server, factory(2 * SIZE + 1))
    const trace = await ask<object>(server, 'debug_traceTransaction', hash, {
      tracer: 'callTracer',
    })
    expect(trace).toMatchObject({
      error: expect.stringContaining(`code size ${2 * SIZE + 1} limit ${2 * SIZE}`),
    })
    expect(await deploy(server, factory(2 * SIZE))).toMatchObject({ status: '0x1' })
    await server.close()
  })

  it('holds for calls, and for init code that is sent', async () => {
    const server = await start(preset, 100)
    const [from] = await ask<string[]>(server, 'eth_accounts')
    const call = (data: string) => ask(server, 'eth_call', { from, data }, 'latest')
    expect(await call(deployment(100))).toBe(`0x${'00'.repeat(100)}`)
    await expect(call(deployment(101))).rejects.toThrow('CreateContractSizeLimit')
    const tooLong = { from, data: `0x${'00'.repeat(201)}`, gas: '0x100000' }
    await expect(ask(server, 'eth_sendTransaction', tooLong)).rejects.toThrow(
      /max initcode size exceeded: code size 201 limit 200|CreateInitCodeSizeLimit/,
    )
    expect(await deploy(server, `0x${'00'.repeat(200)}`)).toMatchObject({ status: '0x1' })
    await server.close()
  })

  it('is that of the protocol by default', async () => {
    const server = await start(preset)
    expect(await deploy(server, deployment(SIZE))).toMatchObject({ status: '0x0', size: 0 })
    await server.close()
  })
})
