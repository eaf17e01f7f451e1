import { readFileSync } from 'node:fs'
import { queryObjects } from 'node:v8'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import type { Chain } from '../../src/chain/chain.ts'
import { createChain } from '../../src/chain/createChain.ts'
import { TEST_MNEMONIC } from '../../src/chain/spec/spec.ts'
import { createFork } from '../../src/createFork.ts'
import type { ForkOptions } from '../../src/fork/forkOptions.ts'
import { ForkTree } from '../../src/fork/forkTree.ts'
import { serve } from '../../src/serve.ts'
import type { ServeOptions } from '../../src/server/options.ts'
import type { Server } from '../../src/server/serve.ts'
import { type FakeClock, fakeClock } from '../support/fakeClock.ts'
import { type AskedOfNode, type FaultyNode, startFaultyNode } from '../support/faultyNode.ts'
import { Subscriber } from '../support/subscriber.ts'
import { temporaryFolder } from '../support/temporaryFolder.ts'
import { askOverHttp } from '../support/transports.ts'

const RICH = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266'
const number = (value: number) => `0x${value.toString(16)}`

let network: Chain
let other: Chain
let node: Server
let otherNode: Server
let proxy: FaultyNode
beforeAll(async () => {
  network = await createChain({ seed: 'one', blocks: 40, preset: 'latest', chainId: 101 })
  other = await createChain({ seed: 'two', blocks: 20, preset: 'latest', chainId: 102 })
  node = await serve(network, { port: 0 })
  otherNode = await serve(other, { port: 0 })
  proxy = await startFaultyNode(node.url)
})
afterAll(() => Promise.all([node.close(), otherNode.close(), proxy.close()]))

/** A development node on a fork at block 30. */
async function start(options: ServeOptions = {}): Promise<Server> {
  const spec = { mnemonic: TEST_MNEMONIC }
  const chain = await createFork({ rpc: proxy.url, block: 30, spec })
  const server = await serve(chain, { port: 0, dev: true, dialect: 'anvil', ...options })
  onTestFinished(() => server.close())
  return server
}

const forking = (blockNumber?: unknown, jsonRpcUrl?: string) => ({
  forking: { blockNumber, jsonRpcUrl },
})

/** Sends a request to the control address, whose token is `secret`. */
async function askControl(url: string, method: string, params: unknown[]): Promise<unknown> {
  const response = await fetch(`${url.replace('/v3/', '/control/')}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: 'Bearer secret' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })
  return response.json()
}

const hashAt = (chain: Chain, at: number) => chain.blockByNumber(at)?.hash

const FUNDED = '0x21e19e0c9bab2400000'

describe('an endpoint of a fork', () => {
  it('begins with funded accounts in dialect anvil, whatever its key', async () => {
    const server = await start({ anyKey: true })
    const balance = (url: string) => askOverHttp(url, 'eth_getBalance', RICH, 'latest')
    expect(await balance(server.url)).toBe(FUNDED)
    expect(await balance(server.url.replace('/dev', '/another'))).toBe(FUNDED)
    const geth = server.endpoint('g', { dialect: 'geth' })
    const own = server.endpoint('own')
    expect([await balance(geth.url), await balance(own.url)]).toEqual(['0x0', FUNDED])
    expect([geth.irregular, own.irregular?.reasons]).toEqual([undefined, ['state']])
  })
})

const isProofOfAccount = ({ method, params }: AskedOfNode) =>
  method === 'eth_getProof' && params[0] !== `0x${'00'.repeat(20)}`

/** Lets the node refuse what accounts have, or answer nothing. @returns when it was asked first */
function withholdAccounts(from: FaultyNode, fault: 'refuse' | 'silence'): Promise<void> {
  const usual = from.fault
  onTestFinished(() => {
    from.fault = usual
  })
  return new Promise((resolve) => {
    from.fault = (asked) => {
      if (!isProofOfAccount(asked)) return undefined
      resolve()
      const error = { code: -32603, message: 'Internal error' }
      if (fault === 'silence') return fault
      return { body: JSON.stringify({ jsonrpc: '2.0', id: asked.id, error }) }
    }
  })
}

const answerAll = () => {
  proxy.fault = () => undefined
}

/** A development node that funds no account before clients name a key. */
async function startUnfunded(options: ServeOptions = {}, clock?: FakeClock): Promise<Server> {
  const spec = { mnemonic: TEST_MNEMONIC }
  const chain = await createFork({ rpc: proxy.url, block: 30, spec, retries: 0, clock })
  const apiKeys = [{ key: 'own', dialect: 'geth' as const }]
  const dev = { port: 0, dev: true, dialect: 'anvil', anyKey: true, apiKeys } as const
  const server = await serve(chain, { ...dev, logStream: { write() {} }, ...options })
  onTestFinished(() => server.close())
  return server
}

describe('an endpoint whose accounts cannot be funded', () => {
  const problem = /^the accounts of the endpoint could not be funded: the forked network: .*/
  const refusal = { message: expect.stringMatching(problem), data: { code: 'NOT_FUNDED' } }
  const keyed = ({ url }: Server, key: string) => url.replace('/own', `/${key}`)
  const balance = (url: string) => askOverHttp(url, 'eth_getBalance', RICH, 'latest')

  it('answers with the cause until it has succeeded, and has no entries before', async () => {
    const journal = `${temporaryFolder()}/journal`
    const server = await startUnfunded({ journal })
    const url = keyed(server, 'new')
    void withholdAccounts(proxy, 'refuse')
    expect(await askOverHttp(url, 'eth_chainId')).toMatchObject({ code: -32000, ...refusal })
    expect(await askOverHttp(url, 'evm_mine')).toMatchObject(refusal)
    await expect(server.endpoint('new').mine()).rejects.toMatchObject({ code: 'NOT_FUNDED' })
    const request = server.endpoint('new').request({ method: 'eth_blockNumber' })
    await expect(request).rejects.toMatchObject({ code: -32000, message: refusal.message })
    answerAll()
    expect(await askOverHttp(url, 'evm_mine')).toBe('0x0')
    expect(await balance(url)).toBe(FUNDED)
    const { head } = server.endpoint('new')
    await server.close()
    const again = await startUnfunded({ journal })
    expect(again.endpoint('new').head).toEqual(head)
  })

  it('fails a start that needs it, and not for the journal', async () => {
    const journal = `${temporaryFolder()}/journal`
    const server = await startUnfunded({ journal })
    await askOverHttp(keyed(server, 'new'), 'evm_mine')
    await server.close()
    void withholdAccounts(proxy, 'refuse')
    const failure = { code: 'NOT_FUNDED', message: refusal.message }
    await expect(startUnfunded({ journal })).rejects.toMatchObject(failure)
    await expect(startUnfunded({ apiKeys: undefined })).rejects.toMatchObject(failure)
    answerAll()
    expect((await startUnfunded({ journal })).endpoint('new').head.number).toBe(31)
  })

  it('does not wait for a silent node for long, and asks it again', async () => {
    const clock = fakeClock()
    const server = await startUnfunded({}, clock)
    const asked = withholdAccounts(proxy, 'silence')
    const endpoint = server.endpoint('new')
    const late = `${problem.source.slice(1, -2)}it has not answered within 10 s`
    const request = endpoint.request({ method: 'eth_chainId' })
    const ends = [request, endpoint.mine()].map((end) => expect(end).rejects.toThrow(late))
    await asked
    answerAll()
    clock.expire()
    await Promise.all(ends)
    expect(await balance(endpoint.url)).toBe(FUNDED)
  })

  it('holds up those behind it, which have its blocks', async () => {
    const server = await startUnfunded()
    void withholdAccounts(proxy, 'refuse')
    const leader = server.endpoint('new')
    await expect(leader.mine()).rejects.toThrow(problem)
    const behind = server.endpoint('behind', { dialect: 'geth', lag: { behind: 'new', blocks: 0 } })
    await expect(behind.mine()).rejects.toThrow(problem)
    await expect(server.endpoint('own').setLag({ behind: 'new', blocks: 0 })).rejects.toThrow(
      problem,
    )
    answerAll()
    await behind.mine()
    expect(await balance(behind.url)).toBe(FUNDED)
  })

  it('holds up no close, of it or of its server', async () => {
    const server = await startUnfunded()
    const asked = withholdAccounts(proxy, 'silence')
    const one = server.endpoint('one')
    const mined = expect(one.mine()).rejects.toMatchObject({ code: 'CLOSED' })
    await asked
    await one.close()
    await mined
    const askedAgain = withholdAccounts(proxy, 'silence')
    const answer = askOverHttp(keyed(server, 'another'), 'eth_chainId')
    const requested = expect(answer).resolves.toMatchObject({ message: 'the server is closing' })
    await askedAgain
    await server.close()
    await requested
  })
})

describe('a reset of a fork', () => {
  it('goes to another block of the network, and back to the first one', async () => {
    const server = await start()
    const { url } = server
    await askOverHttp(url, 'anvil_setBalance', RICH, '0xde0b6b3a7640000')
    await askOverHttp(url, 'eth_sendTransaction', { from: RICH, to: RICH, value: '0x1' })
    await askOverHttp(url, 'evm_snapshot')
    expect(server.head.number).toBe(31)
    expect(await askOverHttp(url, 'hardhat_reset', forking(35))).toBe(true)
    expect(server.head).toMatchObject({ number: 35, hash: hashAt(network, 35) })
    const { address } = network.contract('token')
    const slot = [address, '0x2', 'latest'] as const
    expect(await askOverHttp(url, 'eth_getStorageAt', ...slot)).toBe(
      await askOverHttp(node.url, 'eth_getStorageAt', address, '0x2', number(35)),
    )
    expect(await askOverHttp(url, 'eth_getBalance', RICH, 'latest')).toBe(FUNDED)
    expect(await askOverHttp(url, 'evm_revert', '0x1')).toBe(false)
    expect(await askOverHttp(url, 'eth_getBlockByNumber', number(31), false)).toMatchObject({
      hash: hashAt(network, 31),
    })
    expect(await askOverHttp(url, 'anvil_reset', forking('0x1e'))).toBeNull()
    expect(server.head.hash).toBe(hashAt(network, 30))
    await askOverHttp(url, 'evm_mine')
    expect(await askOverHttp(url, 'anvil_reset')).toBeNull()
    expect(server.head.hash).toBe(hashAt(network, 30))
    expect(await askOverHttp(url, 'anvil_nodeInfo')).toMatchObject({
      forkConfig: { forkBlockNumber: 30 },
    })
  })

  it('goes to another network, in both forms that Anvil takes', async () => {
    const server = await start()
    const { url } = server
    for (const [at, params] of [
      [15, forking(15, otherNode.url)],
      [16, { blockNumber: '16', jsonRpcUrl: otherNode.url }],
    ] as const) {
      expect(await askOverHttp(url, 'anvil_reset', params)).toBeNull()
      expect(server.head).toMatchObject({ number: at, hash: hashAt(other, at) })
      expect([server.chainId, await askOverHttp(url, 'eth_chainId')]).toEqual([102, '0x66'])
      const { address } = other.contract('token')
      expect(await askOverHttp(url, 'eth_getCode', address, 'latest')).toBe(
        (await other.account(address)).code,
      )
    }
    await server.reset(33, true, node.url)
    expect([server.head.number, server.chainId]).toEqual([33, 101])
    await server.setBalance(RICH, 10n ** 18n)
    const hash = await askOverHttp(url, 'eth_sendTransaction', { from: RICH, to: RICH })
    expect(await askOverHttp(url, 'eth_getTransactionReceipt', hash)).toMatchObject({
      blockNumber: number(34),
      status: '0x1',
    })
  })

  it('frees the forks that it leaves', async () => {
    const { url } = await start()
    const resetTo = (at: number) => askOverHttp(url, 'hardhat_reset', forking(at))
    await resetTo(20)
    const before = queryObjects(ForkTree, { format: 'count' })
    for (const at of [21, 22, 23, 24]) await resetTo(at)
    expect(queryObjects(ForkTree, { format: 'count' })).toBe(before)
  })

  it('keeps what all of them read in the witness', async () => {
    const witness = temporaryFolder()
    const server = await serve(await createFork({ rpc: proxy.url, block: 30, witness }), {
      port: 0,
      dev: true,
    })
    const read = () => askOverHttp(server.url, 'eth_getBalance', RICH, 'latest')
    await read()
    await askOverHttp(server.url, 'hardhat_reset', forking(20))
    await read()
    await server.close()
    const lines = readFileSync(`${witness}/witness.txt`, 'utf8').split('\n')
    const states = lines
      .filter((line) => line.startsWith('account '))
      .map((line) => line.slice(0, 10))
    expect(states).toEqual(['account 20', 'account 30'])
  })

  it('goes to the block that the network has, whatever blocks the witness has', async () => {
    const witness = temporaryFolder()
    const serveFork = async (options: ForkOptions) => {
      const server = await serve(await createFork({ witness, block: 30, ...options }), {
        port: 0,
        dev: true,
      })
      onTestFinished(() => server.close())
      const reset = (...to: Parameters<typeof forking>) =>
        askOverHttp(server.url, 'hardhat_reset', forking(...to))
      return { server, reset }
    }
    const online = await serveFork({ rpc: proxy.url })
    const safe = 8
    for (const [chain, at, wanted, url] of [
      [network, safe, undefined, node.url],
      [other, safe, safe, otherNode.url],
      [other, 15, 15, otherNode.url],
      [network, safe, undefined, node.url],
      [network, 15, 15, undefined],
    ] as const) {
      expect(await online.reset(wanted, url)).toBe(true)
      expect(online.server.head.hash).toBe(hashAt(chain, at))
      expect(online.server.chainId).toBe(chain.rules.chainId)
    }
    await online.server.close()

    const offline = await serveFork({ offline: true })
    expect(await offline.reset(safe)).toBe(true)
    expect(offline.server.head.hash).toBe(hashAt(network, safe))
    const { message } = Object(await offline.reset(15, 'http://127.0.0.1:9'))
    expect(message).toContain('has several pinned blocks, choose one: 8 (')
    expect(await offline.reset(7)).toMatchObject({ message: expect.stringContaining('block 7') })
    // A start cannot tell which network is wanted, and pins nothing of another one by accident.
    await expect(createFork({ rpc: otherNode.url, witness, block: 30 })).rejects.toThrow(
      `rpc: the node is of chain 102, and ${witness} of chain 101`,
    )
    const chosen = await createFork({ rpc: otherNode.url, witness, block: 15 })
    expect(chosen.head.hash).toBe(hashAt(other, 15))
  })

  it('begins a fork where there was none', async () => {
    const spec = { blocks: 0, preset: 'latest', mnemonic: TEST_MNEMONIC } as const
    const options = { port: 0, dev: true, dialect: 'anvil' } as const
    const server = await serve(await createChain(spec), options)
    onTestFinished(() => server.close())
    await askOverHttp(server.url, 'hardhat_reset', forking(20, node.url))
    expect(server.head.number).toBe(20)
    const accounts = (await askOverHttp(server.url, 'eth_accounts')) as string[]
    expect(accounts).toContain(RICH)
    const balance = () => askOverHttp(server.url, 'eth_getBalance', RICH, 'latest')
    expect(await balance()).toBe('0x21e19e0c9bab2400000')
    expect(server.irregular?.reasons).toEqual(['state'])
    await askOverHttp(server.url, 'eth_sendTransaction', {
      from: RICH,
      to: accounts[1],
      value: '0x5',
    })
    expect(await balance()).not.toBe('0x21e19e0c9bab2400000')
    await askOverHttp(server.url, 'anvil_reset')
    expect([server.head.number, await balance()]).toEqual([20, '0x21e19e0c9bab2400000'])
  })

  it('keeps connections, subscriptions and filters', async () => {
    const server = await start()
    const client = await Subscriber.open(server.wsUrl)
    onTestFinished(() => client.socket.terminate())
    await client.subscribe('newHeads')
    const filter = await askOverHttp(server.url, 'eth_newBlockFilter')
    const heads: unknown[] = []
    const take = async () => {
      // One for each change of the head that a move makes.
      for (const received of [await client.received(), await client.received()])
        heads.push(...received.map(({ result }) => [Number(result.number), result.hash]))
    }
    await client.ask('evm_mine')
    const mined = server.head.hash
    await take()
    await client.ask('hardhat_reset', forking(12, otherNode.url))
    await take()
    await client.ask('evm_mine')
    await take()
    expect(heads).toEqual([
      [31, mined],
      [12, hashAt(other, 12)],
      [13, server.head.hash],
    ])
    expect(await askOverHttp(server.url, 'eth_getFilterChanges', filter)).toEqual([
      mined,
      hashAt(other, 12),
      server.head.hash,
    ])
  })

  it.each(['all', 'accounts'])(
    'holds up nothing after the client has hung up: %s',
    async (held) => {
      const server = await start()
      const silent = await startFaultyNode(node.url)
      onTestFinished(() => silent.close())
      const asked = new Promise<void>((resolve) => {
        silent.fault = (asked) => {
          if (held === 'accounts' && !isProofOfAccount(asked)) return undefined
          resolve()
          return 'silence'
        }
      })
      const client = new AbortController()
      const body = JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'hardhat_reset',
        params: [forking(undefined, silent.url)],
      })
      const headers = { 'content-type': 'application/json' }
      const hungUp = fetch(server.url, { method: 'POST', body, headers, signal: client.signal })
      const ended = expect(hungUp).rejects.toThrow()
      await asked
      client.abort()
      await ended
      expect(await askOverHttp(server.url, 'evm_mine')).toBe('0x0')
      expect(server.head.number).toBe(31)
    },
  )

  it('goes back from another network to a node of the start', async () => {
    const server = await start()
    for (const [url, chain] of [
      [otherNode.url, other],
      [proxy.url, network],
    ] as const) {
      expect(await askOverHttp(server.url, 'hardhat_reset', forking(15, url))).toBe(true)
      const { chainId } = chain.spec
      expect([server.chainId, server.head.hash]).toEqual([chainId, hashAt(chain, 15)])
    }
  })

  it('changes nothing if the network cannot be forked', async () => {
    const server = await start()
    await askOverHttp(server.url, 'evm_mine')
    const { head } = server
    for (const [params, problem] of [
      [forking(999), /block: the node has no block 999/],
      [forking(1, 'ftp://x'), /rpc: ftp: is not http: or https:/],
      [{ forking: { jsonRpcUrl: 5 } }, /want a string/],
    ] as const) {
      expect(await askOverHttp(server.url, 'hardhat_reset', params)).toMatchObject({
        message: expect.stringMatching(problem),
      })
    }
    expect(server.head).toEqual(head)
  })

  it.each(['refuse', 'silence'] as const)(
    'changes nothing if the accounts are withheld: %s',
    async (fault) => {
      const clock = fakeClock()
      const spec = { mnemonic: TEST_MNEMONIC }
      const chain = await createFork({ rpc: proxy.url, block: 30, spec, clock })
      const server = await serve(chain, { port: 0, dev: true, dialect: 'anvil' })
      onTestFinished(() => server.close())
      const { url } = server
      await askOverHttp(url, 'evm_mine')
      const snapshot = await askOverHttp(url, 'evm_snapshot')
      const { head } = server
      const bad = await startFaultyNode(otherNode.url)
      onTestFinished(() => bad.close())
      const asked = withholdAccounts(bad, fault)
      const reset = askOverHttp(url, 'anvil_reset', forking(15, bad.url))
      const mined = askOverHttp(url, 'evm_mine')
      await asked
      if (fault === 'silence') clock.expire()
      expect(await reset).toMatchObject({ data: { code: 'UPSTREAM_FAILED' } })
      expect(await mined).toBe('0x0')
      expect(await askOverHttp(url, 'evm_revert', snapshot)).toBe(true)
      expect([server.head, server.chainId]).toEqual([head, 101])
      expect(await askOverHttp(url, 'eth_getBalance', RICH, 'latest')).toBe(FUNDED)
    },
  )

  it('is refused while endpoints share a chain, and without dev', async () => {
    const server = await start({ control: true })
    const behind = server.endpoint('behind', { lag: { behind: server.key, blocks: 0 } })
    await expect(server.reset(35)).rejects.toThrow('they share a chain')
    await expect(behind.reset(35)).rejects.toThrow('they share a chain')
    await behind.close()
    await server.reset(35)
    expect(server.head.number).toBe(35)
    const plain = await start({ dev: false, control: true })
    await expect(plain.reset(35)).rejects.toThrow('clients cannot write to this endpoint')
  })

  it('names what else would not know the chain: a journal, or other processes', async () => {
    // Workers have nothing that forks.
    for (const options of [{}, { forking: undefined }]) {
      const server = await start({ journal: `${temporaryFolder()}/journal`, ...options })
      expect(await askOverHttp(server.url, 'hardhat_reset', forking(35))).toMatchObject({
        message: expect.stringContaining(
          'another chain: a journal does not know it: start the server without one',
        ),
      })
    }
  })

  it('is in a journal without its URL, whose key may be another one after a restart', async () => {
    const journal = `${temporaryFolder()}/journal`
    const startWith = async (key: string) => {
      const rpc = new URL(`/v3/${key}`, proxy.url).href
      const chain = await createFork({ rpc, block: 30, spec: { mnemonic: TEST_MNEMONIC } })
      const server = await serve(chain, { port: 0, dev: true, dialect: 'anvil', journal })
      onTestFinished(() => server.close())
      return { server, rpc }
    }
    const { server, rpc } = await startWith('SECRETKEY123456')
    await askOverHttp(server.url, 'evm_mine')
    expect(await askOverHttp(server.url, 'hardhat_reset', forking(30, rpc))).toBe(true)
    await askOverHttp(server.url, 'evm_mine')
    const { head } = server
    await server.close()
    const written = readFileSync(journal, 'utf8')
    expect(written).toContain('"reset"')
    expect(written).not.toContain('SECRETKEY123456')
    expect((await startWith('ROTATEDKEY123456')).server.head).toEqual(head)
  })

  it('sends what headers have only to the nodes that it was started with', async () => {
    const chain = await createFork({ rpc: proxy.url, block: 30, headers: ['x-key: abc'] })
    const server = await serve(chain, { port: 0, dev: true })
    onTestFinished(() => server.close())
    const elsewhere = await startFaultyNode(otherNode.url)
    onTestFinished(() => elsewhere.close())
    const before = proxy.asked.length
    await server.reset(31)
    const again = proxy.asked.slice(before)
    expect(again.every(({ headers }) => headers['x-key'] === 'abc')).toBe(true)
    await server.reset(5, true, elsewhere.url)
    expect(elsewhere.asked.length).toBeGreaterThan(0)
    expect(elsewhere.asked.some(({ headers }) => 'x-key' in headers)).toBe(false)
  })

  it('takes no URL from clients on a host that others can reach', async () => {
    const server = await start({ host: '0.0.0.0', apiKeys: ['own'], control: { token: 'secret' } })
    const url = server.url.replace('0.0.0.0', '127.0.0.1')
    const asked = [forking(15, otherNode.url)]
    expect(await askOverHttp(url, 'hardhat_reset', ...asked)).toMatchObject({
      message: expect.stringContaining('only the control address takes a URL'),
      data: { code: 'NOT_ALLOWED' },
    })
    expect(await askOverHttp(url, 'anvil_setRpcUrl', otherNode.url)).toMatchObject({
      data: { code: 'NOT_ALLOWED' },
    })
    // The node that it was started with, and blocks of its network.
    expect(await askOverHttp(url, 'hardhat_reset', forking(32, proxy.url))).toBe(true)
    expect(await askOverHttp(url, 'hardhat_reset', forking(33))).toBe(true)
    expect(await askControl(url, 'hardhat_reset', asked)).toMatchObject({ result: true })
    expect(server.chainId).toBe(102)
  })
})

it('ends searches with the last server of a fork', async () => {
  const chain = await createFork({ rpc: proxy.url, block: 30 })
  const endSearches = vi.spyOn(chain, 'endSearches')
  const [first, second] = [await serve(chain, { port: 0 }), await serve(chain, { port: 0 })]
  const third = await serve(network, { port: 0 })
  onTestFinished(async () => {
    await Promise.all([second.close(), third.close()])
  })
  third.endpoint('fork', { chain })
  await first.close()
  await second.close()
  expect(endSearches).not.toHaveBeenCalled()
  await third.close()
  expect(endSearches).toHaveBeenCalled()
})

describe('anvil_setRpcUrl', () => {
  it('asks another node of the same network', async () => {
    const server = await start()
    const second = await startFaultyNode(node.url)
    onTestFinished(() => second.close())
    expect(await askOverHttp(server.url, 'anvil_setRpcUrl', second.url)).toBeNull()
    const before = [proxy.asked.length, second.asked.length] as const
    const { address } = network.contract('token')
    await askOverHttp(server.url, 'eth_getCode', address, 'latest')
    expect(proxy.asked.length).toBe(before[0])
    expect(second.asked.length).toBeGreaterThan(before[1])
    expect(await askOverHttp(server.url, 'hardhat_reset', forking(31))).toBe(true)
    expect(proxy.asked.length).toBe(before[0])
    expect(await askOverHttp(server.url, 'anvil_nodeInfo')).toMatchObject({
      forkConfig: { forkUrl: new URL(second.url).origin },
    })
  })

  it('is only for the control address where other endpoints have the chain', async () => {
    const { url } = await start({ anyKey: true, control: { token: 'secret' } })
    await askOverHttp(url.replace('/dev', '/another'), 'eth_chainId')
    expect(await askOverHttp(url, 'anvil_setRpcUrl', node.url)).toMatchObject({
      message: expect.stringContaining('other endpoints read the network from the same node'),
      data: { code: 'NOT_ALLOWED' },
    })
    expect(await askControl(url, 'anvil_setRpcUrl', [node.url])).toMatchObject({ result: null })
  })

  it('goes back to the nodes of the start, which get their headers', async () => {
    const nodes = [await startFaultyNode(node.url), await startFaultyNode(node.url)] as const
    for (const each of nodes) {
      onTestFinished(() => each.close())
      each.fault = ({ headers }) =>
        headers['x-key'] === 'own' ? undefined : { status: 401, body: 'no key' }
    }
    const urls = nodes.map(({ url }) => url)
    const chain = await createFork({ rpc: urls, headers: ['x-key: own'], block: 30, retries: 0 })
    const server = await serve(chain, {
      port: 0,
      host: '0.0.0.0',
      apiKeys: ['own'],
      dev: true,
      dialect: 'anvil',
    })
    onTestFinished(() => server.close())
    const address = server.url.replace('0.0.0.0', '127.0.0.1')
    for (const url of [...urls, ...urls]) {
      expect(await askOverHttp(address, 'anvil_setRpcUrl', url)).toBeNull()
      expect(await askOverHttp(address, 'hardhat_reset', forking(29, url))).toBe(true)
      expect(await askOverHttp(address, 'hardhat_reset', forking(30))).toBe(true)
    }
  })

  it('refuses a node of another network, one without the block, and one without proofs', async () => {
    const server = await start()
    const message = async (rpc: string) =>
      ((await askOverHttp(server.url, 'anvil_setRpcUrl', rpc)) as { message: string }).message
    expect(await message(otherNode.url)).toContain('the node is of another network than chain 101')
    const second = await startFaultyNode(node.url)
    onTestFinished(() => second.close())
    second.fault = ({ id, method }) =>
      method === 'eth_getBlockByHash'
        ? { body: JSON.stringify({ jsonrpc: '2.0', id, result: null }) }
        : undefined
    expect(await message(second.url)).toContain('the node does not have block 30')
    second.fault = ({ id, method }) =>
      method === 'eth_getProof'
        ? { body: JSON.stringify({ jsonrpc: '2.0', id, error: { code: -32601, message: 'no' } }) }
        : undefined
    expect(await message(second.url)).toContain('eth_getProof')
  })
})
