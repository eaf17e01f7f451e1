import { describe, expect, it, onTestFinished } from 'vitest'
import { createChain } from '../../src/chain/createChain.ts'
import { createFork } from '../../src/createFork.ts'
import { Upstream } from '../../src/fork/upstream.ts'
import { UpstreamError } from '../../src/primitives/upstreamError.ts'
import { serve } from '../../src/serve.ts'
import { fakeClock } from '../support/fakeClock.ts'
import { type FaultyNode, startFaultyNode } from '../support/faultyNode.ts'
import { rpcFault } from '../support/rpcFault.ts'
import { ask, serveInTest } from '../support/serving.ts'

const network = await createChain({ seed: 'several', blocks: 40, preset: 'latest', chainId: 7777 })
const other = await createChain({ seed: 'several', blocks: 40, preset: 'latest', chainId: 7778 })

const withoutRules: FaultyNode['fault'] = (asked) =>
  asked.method === 'eth_config' ? rpcFault(asked, -32601, 'no') : undefined

async function startNode(chain: typeof network) {
  const server = await serve(chain, { port: 0, dialect: 'geth' })
  const node = await startFaultyNode(server.url)
  onTestFinished(() => Promise.all([node.close(), server.close()]).then(() => undefined))
  return node
}

const busy = () => ({ status: 503, body: 'busy' })

/**
 * Three nodes, the second of another network, and a fork of the network. The second one does not answer at the start, and the
 * first one does not from then on.
 */
async function startFork({ hasThird }: { hasThird: boolean }) {
  const [first, foreign, third] = await Promise.all([network, other, network].map(startNode))
  const rpc = [first, foreign, ...(hasThird ? [third] : [])].map((node) => node?.url as string)
  if (foreign !== undefined) foreign.fault = busy
  const chain = await createFork({ rpc, block: 30, clock: fakeClock(), retries: 0 })
  const server = await serveInTest(chain, { dev: true, dialect: 'geth' })
  if (first !== undefined) first.fault = () => ({ status: 500, body: '' })
  if (foreign !== undefined) foreign.fault = () => undefined
  return { server, foreign, third }
}

describe('several nodes', () => {
  it('are refused if one is of another network, by its name', async () => {
    const [first, foreign] = await Promise.all([network, other].map(startNode))
    const rpc = [first, foreign].map((node) => `${node?.url}secretKey`)
    const name = `${new URL(foreign?.url as string).origin}/***`
    await expect(createFork({ rpc, block: 30, clock: fakeClock() })).rejects.toThrow(
      `rpc: all nodes must be of one network: ${name} is of chain 7778, not 7777`,
    )
  })

  it('do not answer if they are of another network', async () => {
    const { server, foreign } = await startFork({ hasThird: false })
    await expect(ask(server, 'eth_getBalance', `0x${'ab'.repeat(20)}`, 'latest')).rejects.toThrow(
      new RegExp(
        `^the forked network: .* at ${foreign?.url.slice(0, -1)}: the node is of another network than chain 7777$`,
      ),
    )
  })

  it('answer after one of another network', async () => {
    const { server, foreign, third } = await startFork({ hasThird: true })
    for (const number of ['0x5', '0x6']) {
      expect(await ask(server, 'eth_getBlockByNumber', number, false)).toMatchObject({ number })
    }
    expect(third?.asked.length).toBeGreaterThan(1)
    // At the start, and before its first answer.
    expect(foreign?.asked.map(({ method }) => method)).toEqual(['eth_chainId', 'eth_chainId'])
  })

  it.each(['prefer', 'off'] as const)(
    'give what belongs together, or it is read again, with proofs: %s',
    async (proofs) => {
      const branch = await createChain({
        seed: 'branch',
        blocks: 40,
        preset: 'latest',
        chainId: 7777,
      })
      const [first, second, foreign] = await Promise.all([network, network, branch].map(startNode))
      if (!first || !second || !foreign) throw new Error('no node')
      const rpc = [first.url, second.url]
      const chain = await createFork({ rpc, block: 30, clock: fakeClock(), retries: 0, proofs })
      const server = await serveInTest(chain, { dev: true, dialect: 'geth' })
      first.upstream = foreign.url
      first.fault = ({ method, params }) =>
        method === 'eth_getBlockByNumber' && params[0] === '0x1e'
          ? { status: 503, body: 'busy' }
          : undefined
      const read = await ask<{ hash: string }>(server, 'eth_getBlockByNumber', '0x5', false)
      expect(read.hash).toBe(network.blockByNumber(5)?.hash)
    },
  )

  it.each([
    ['cannot be reached', 'gone', true],
    ['may answer later', 'busy', false],
  ] as const)('decide with one that %s', async (_, what, isDecided) => {
    const [first, second] = await Promise.all([network, network].map(startNode))
    if (first === undefined || second === undefined) throw new Error('no node')
    first.fault = withoutRules
    second.fault = busy
    if (what === 'gone') await second.close()
    const fork = createFork({ rpc: [first.url, second.url], block: 30, clock: fakeClock() })
    if (isDecided) expect((await fork).forkedFrom?.warnings.join()).toContain('its rules')
    else
      await expect(fork).rejects.toThrow(/^the forked network: eth_chainId\(\) at .*HTTP 503: busy/)
  })

  it('may refuse a method that only one of another network has', async () => {
    const [first, foreign] = await Promise.all([network, other].map(startNode))
    if (first === undefined || foreign === undefined) throw new Error('no node')
    first.fault = withoutRules
    foreign.fault = ({ method, times }) =>
      method === 'eth_chainId' && times === 1 ? busy() : undefined
    const rpc = [first.url, foreign.url]
    const chain = await createFork({ rpc, block: 30, clock: fakeClock() })
    expect(chain.forkedFrom?.warnings.join()).toContain('the node does not state its rules')
  })
})

it('masks the key of a node that another one has replaced meanwhile', async () => {
  const key = 'a-key-that-nobody-may-see'
  const [first, second] = await Promise.all([network, network].map(startNode))
  const rpc = `${first?.url}v3/${key}`
  const options = { timeoutMs: 10_000, tries: 1, backoffMs: 1, clock: fakeClock() }
  const connect = (...urls: string[]) => {
    const { signal } = new AbortController()
    return new Upstream({ ...options, rpc: urls, headers: [], signal })
  }
  const quote = () => new UpstreamError(`it is not a block: ${key}`)
  const upstream = connect(rpc)
  let early: unknown
  await upstream.fromOneNode(async (node) => {
    upstream.replaceNodes(connect(second?.url as string))
    early = node.masked(quote())
  })
  expect(early).toMatchObject({ problem: 'it is not a block: ***' })
  // Each of several by itself, too.
  await connect(second?.url as string, rpc).fromOneNode(async (node) => {
    expect(node.masked(quote())).toMatchObject({ problem: 'it is not a block: ***' })
  })
})
