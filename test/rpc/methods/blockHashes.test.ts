import { describe, expect, it } from 'vitest'
import type { ServedEndpoint } from '../../../src/server/servedEndpoint.ts'
import { serveForTests } from '../../support/serving.ts'

// What BLOCKHASH returns at `pending`, where the newest blocks are those of an endpoint.

const SHARED = 200
const OWN = 90
const READER = `0x${'cc'.repeat(20)}`
const NO_HASH = `0x${'00'.repeat(32)}`

const { server } = await serveForTests(
  { seed: 'hashes', blocks: SHARED, preset: 'latest' },
  { dev: true, clock: 'simulated' },
)

const number4 = (number: number) => number.toString(16).padStart(4, '0')

/** Code that returns the hash of a block. */
const returnHash = (number: number) => `0x61${number4(number)}405f5260205ff3`
/** Code that reverts unless a block has a hash. */
const requireHash = (number: number) => `0x61${number4(number)}40600a575f5ffd5b00`
/** Code that does the same after more steps than the main thread runs for a call. */
const returnHashLate = (number: number) =>
  `0x620100005b600190038060045761${number4(number)}405f5260205ff3`

async function make(key: string): Promise<ServedEndpoint> {
  const endpoint = server.endpoint(key)
  // The second half is of another branch than the first mined blocks.
  await endpoint.mine(OWN)
  await endpoint.reorg({ depth: 5, length: 6, force: true })
  return endpoint
}

function requester({ request }: Pick<ServedEndpoint, 'request'>) {
  return async <Result>(method: string, ...params: unknown[]) =>
    (await request({ method, params })) as Result
}

type Call = ReturnType<typeof requester>

/** Runs code as that of an account: what creates a contract must not return every hash. */
function run(call: Call, code: string, block: string): Promise<string> {
  return call('eth_call', { to: READER }, block, { [READER]: { code } })
}

async function hashOf(call: Call, number: number): Promise<string> {
  const block = `0x${number.toString(16)}`
  return (await call<{ hash: string }>('eth_getBlockByNumber', block, false)).hash
}

/** Fails if a method that runs code at `pending` sees another hash of the head than clients do. */
async function checkHead(call: Call): Promise<void> {
  const head = Number(await call<string>('eth_blockNumber'))
  const hash = await hashOf(call, head)
  const overrides = { [READER]: { code: requireHash(head) } }
  const calling = { to: READER }
  expect(await run(call, returnHash(head), 'latest')).toBe(NO_HASH)
  expect(await run(call, returnHash(head), 'pending')).toBe(hash)
  expect(await run(call, returnHashLate(head), 'pending')).toBe(hash)
  await call('eth_estimateGas', calling, 'pending', overrides)
  expect(await call('eth_createAccessList', calling, 'pending', overrides)).not.toHaveProperty(
    'error',
  )
  const simulation = {
    blockStateCalls: [
      { stateOverrides: { [READER]: { code: returnHash(head) } }, calls: [calling] },
    ],
  }
  const [block] = await call<{ calls: { returnData: string }[] }[]>(
    'eth_simulateV1',
    simulation,
    'pending',
  )
  expect(block?.calls[0]?.returnData).toBe(hash)
}

describe('BLOCKHASH at pending', () => {
  it('is the hash of the head in every method that runs code', async () => {
    await checkHead(requester(await make('head')))
  })

  it('is the hash of each of the 256 ancestors, of which the oldest are shared', async () => {
    const call = requester(await make('ancestors'))
    const head = Number(await call<string>('eth_blockNumber'))
    expect(head).toBeGreaterThan(256)
    for (let age = 0; age < 256; age++) {
      const number = head - age
      const hash = await run(call, returnHash(number), 'pending')
      expect([number, hash]).toEqual([number, await hashOf(call, number)])
    }
    expect(await run(call, returnHash(head - 256), 'pending')).toBe(NO_HASH)
    expect(await run(call, returnHash(head + 1), 'pending')).toBe(NO_HASH)
  })

  it('is that of its own head at an endpoint that lags behind another', async () => {
    await make('leader')
    const lagging = server.endpoint('lagging', { lag: { behind: 'leader', blocks: 3 } })
    await checkHead(requester(lagging))
  })
})
