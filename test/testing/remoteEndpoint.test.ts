import { afterAll, describe, expect, it } from 'vitest'
import { createChain } from '../../src/chain/createChain.ts'
import type { FaultRule } from '../../src/faults/faultRule.ts'
import type { ReorgOptions } from '../../src/moves/kinds/reorg.ts'
import { moves } from '../../src/moves/moveRegistry.ts'
import { serve } from '../../src/server/serve.ts'
import { RemoteEndpoint } from '../../src/testing/remoteEndpoint.ts'
import { Subscriber } from '../support/subscriber.ts'

const names = moves.map(({ name }) => name)

const chain = await createChain({ seed: 'from far away', blocks: 8, preset: 'latest' })
const control = { token: 'sesame' }
const server = await serve(chain, { port: 0, anyKey: true, apiKeys: ['own'], control })
afterAll(() => server.close())

function remote(key: string, token = 'sesame') {
  const [http, ws] = [server.url, server.wsUrl].map((url) => new URL(url).origin)
  return new RemoteEndpoint(key, {
    http: http as string,
    ws: ws as string,
    token,
    ownKey: 'own',
    moves: names,
  })
}

const rules: FaultRule[] = [{ methods: 'eth_chainId', calls: 1, fault: { kind: 'null' } }]
/** The machine may be busy. */
const patience = { timeout: 240_000 }
const headMethod = { method: 'eth_blockNumber' }

describe('an endpoint in another process', () => {
  it('has the addresses of its server', () => {
    const { url, wsUrl, controlUrl } = server.endpoint('same')
    expect(remote('same')).toMatchObject({ url, wsUrl, controlUrl })
  })

  it('moves to a branch, which is sent as its hash', async () => {
    const same = await createChain({ seed: 'from far away', blocks: 8, preset: 'latest' })
    const branch = await chain.branch(6, 'b', () => {}, { length: 3 })
    expect(await same.branch(6, 'b', () => {}, { length: 3 })).toEqual(branch)
    const far = remote('to-branch')
    const positions = branch.map(({ hash, header }) => ({ number: header.number, hash }))
    expect(await far.reorg({ to: branch })).toEqual(positions)
    await far.reorg({ to: same.head })
    expect(await far.reorg({ to: positions })).toEqual(positions)
  })

  it('sends amounts of wei as a move in process takes them', async () => {
    const dev = await serve(chain, {
      port: 0,
      dev: true,
      anyKey: true,
      control: { token: 'sesame' },
    })
    const http = new URL(dev.url).origin
    const address = { http, ws: http, token: 'sesame', ownKey: 'dev', moves: names }
    const far = new RemoteEndpoint('dev', address)
    const account = '0x00000000000000000000000000000000000abcde'
    try {
      await far.setBalance(account, 10n ** 20n)
      const read = { method: 'eth_getBalance', params: [account, 'latest'] }
      expect(await far.request(read)).toBe('0x56bc75e2d63100000')
      await expect(far.setBalance(account, -1n)).rejects.toThrow("'-1' is not a number")
      const flat = { depth: 1, transactions: [chain.head.hash] } as unknown as ReorgOptions
      await expect(far.reorg(flat)).rejects.toThrow('want a list of transactions for each block')
    } finally {
      await dev.close()
    }
  })

  it('moves like one in process', async () => {
    const [near, far] = [server.endpoint('near'), remote('far')]
    const time = 2_000_000_000
    const made = [
      (on: typeof near | typeof far) => on.snapshot(),
      (on: typeof near | typeof far) => on.mine(),
      (on: typeof near | typeof far) => on.mine(2, { timestamp: time, secondsBetween: 7 }),
      (on: typeof near | typeof far) => on.advanceTo(13),
      (on: typeof near | typeof far) => on.reorg({ depth: 2, length: 3, force: true }),
      (on: typeof near | typeof far) => on.increaseTime(60),
      (on: typeof near | typeof far) => on.mine(1),
      (on: typeof near | typeof far) => on.setNextBlockTimestamp(time + 500_000),
      (on: typeof near | typeof far) => on.mine(1),
      (on: typeof near | typeof far) => on.rollback(4),
      (on: typeof near | typeof far) => on.setFinality('absent'),
      (on: typeof near | typeof far) => on.revert(99),
      (on: typeof near | typeof far) => on.revert(1),
      (on: typeof near | typeof far) => on.setLag({ behind: 'own', blocks: 3 }),
      (on: typeof near | typeof far) => on.setLag(undefined),
    ]
    for (const move of made) {
      const [wanted, had] = [await move(near), await move(far)]
      expect(had, String(move)).toEqual(wanted)
      expect(await far.head(), String(move)).toEqual(near.head)
    }
  })

  it('has faults, and reports those that applied', async () => {
    const far = remote('faulty')
    await far.setFaults(rules, { seed: 'any' })
    const ask = () => far.request({ method: 'eth_chainId' })
    expect([await ask(), await ask()]).toEqual([null, '0x539'])
    expect(await far.faultLog()).toMatchObject([{ call: 1, kind: 'null', transport: 'http' }])
    await far.clearFaultLog()
    expect(await far.faultLog()).toEqual([])
    expect(await far.unusedFaults()).toEqual([])
    await far.setFaults([{ fault: { kind: 'null' } }, ...rules])
    expect(await ask()).toBeNull()
    expect(await far.unusedFaults()).toEqual([{ index: 1, rule: rules[0] }])
    await far.setFaults([{ fault: { kind: 'serverError', status: 503 } }])
    await expect(ask()).rejects.toMatchObject({ code: 503, message: 'HTTP request failed: 503' })
    await far.setFaults([{ fault: { kind: 'rateLimit' } }])
    await expect(ask()).rejects.toMatchObject({
      code: 429,
      data: expect.stringContaining('"code":-32005'),
    })
    await far.setFaults(undefined)
    expect(await ask()).toBe('0x539')
    const kinds = (await far.faultLog()).map(({ kind }) => kind)
    expect(kinds).toEqual(['null', 'serverError', 'rateLimit'])
  })

  it('closes, and can be created again', async () => {
    const far = remote('ended')
    await far.mine(3)
    await far.setFaults(rules)
    await far.close()
    await far.close()
    await expect(far.request(headMethod)).rejects.toMatchObject({ code: -32001 })
    await far.renew()
    expect(await far.request(headMethod)).toBe('0x8')
    expect(await far.faultLog()).toEqual([])
    await far.renew({ dialect: 'geth', head: 5 })
    expect(await far.head()).toMatchObject({ number: 5 })
  })

  it('names the endpoints that it can lag behind', async () => {
    const far = remote('curious')
    const words = /^there is no endpoint 'dev'; known endpoints: own, .*curious/
    await expect(far.setLag({ behind: 'dev', blocks: 1 })).rejects.toThrow(words)
    const near = server.endpoint('curious').setLag({ behind: 'dev', blocks: 1 })
    await expect(near).rejects.toThrow(
      /^lag.behind: there is no endpoint 'dev'; known endpoints: own, /,
    )
  })

  it('rejects with the same code as in process', async () => {
    const far = remote('refusing')
    const refusals = [
      [() => far.rollback(99), 'ROLLBACK_TOO_DEEP'],
      [() => far.reorg({ depth: 99 }), 'REORG_TOO_DEEP'],
      [() => far.setNextBlockTimestamp(1), 'INVALID_TIMESTAMP'],
      [() => far.setLag({ behind: 'nobody', blocks: 1 }), 'UNKNOWN_ENDPOINT'],
      [() => far.setFaults([{ fault: { kind: 'nul' } as never }]), 'INVALID_FAULT'],
      [() => far.mine(-1), -32602],
      [() => far.mine(Number.NaN), -32602],
      [() => far.rollback(Number.POSITIVE_INFINITY), -32602],
      [() => remote('refusing', 'wrong').mine(), -32001],
    ] as const
    for (const [move, code] of refusals) {
      await expect(move()).rejects.toMatchObject({ code, message: expect.stringMatching(/^.+$/) })
    }
  })

  it('waits for clients as in process', async () => {
    const far = remote('waiting')
    const client = await Subscriber.open(far.wsUrl)
    const subscribed = far.subscribed('newHeads', patience)
    await client.subscribe('newHeads')
    await subscribed
    const counts = await far.receivedCounts()
    expect(counts).toEqual({ eth_subscribe: 1 })
    const options = {
      method: ['eth_getCode', 'eth_chainId'],
      params: [],
      since: counts,
      count: 2,
      ...patience,
    }
    const received = far.received(options)
    await far.request({ method: 'eth_chainId' })
    await far.request({ method: 'eth_chainId', params: [1] }).catch(() => {})
    const calls = [
      { method: 'eth_chainId', params: [], call: 1, outcome: 'ok' },
      { method: 'eth_chainId', params: [1], call: 2, outcome: 'INVALID_PARAMS' },
    ]
    expect(await received).toEqual(calls)
    expect(await far.received({ ...options, timeout: 0 })).toEqual(calls)
    expect(await server.endpoint('waiting').received({ ...options, timeout: 0 })).toEqual(calls)
    expect(await far.received()).toMatchObject([{ method: 'eth_subscribe' }])
    await far.idle(patience)
    client.socket.terminate()
    await far.unsubscribed('newHeads', patience)
  })

  it('rejects waits with the same errors as in process', async () => {
    const far = remote('in-vain')
    await expect(far.received({ method: 'eth_call', timeout: 0 })).rejects.toMatchObject({
      code: 'TIMED_OUT',
      message: 'received 0 of 1 eth_call; received no calls',
    })
    await expect(far.subscribed('newHead' as 'newHeads')).rejects.toMatchObject({ code: -32602 })
    await expect(far.received({ params: () => true })).rejects.toMatchObject({
      code: 'INVALID_ARGUMENT',
      message:
        'params: a function cannot be sent to the server, which runs in another process; give a value',
    })
    const controller = new AbortController()
    const { signal } = controller
    const waits = [
      far.received({ signal, ...patience }),
      far.subscribed('logs', { signal, ...patience }),
    ]
    controller.abort(new Error('enough'))
    for (const wait of waits) await expect(wait).rejects.toThrow('enough')
    const closed = far.received(patience).catch(({ code }) => code)
    await far.receivedCounts()
    await far.close()
    // The request for the wait may arrive after the endpoint has closed, and make another.
    await far.close()
    expect(await closed).toBeOneOf(['CLOSED', -32001])
  })
})
