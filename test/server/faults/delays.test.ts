import { EventEmitter, once } from 'node:events'
import type { Socket } from 'node:net'
import { beforeEach, describe, expect, test } from 'vitest'
import { createChain } from '../../../src/chain/createChain.ts'
import { ClientActivity } from '../../../src/endpoint/activity/clientActivity.ts'
import type { Endpoint } from '../../../src/endpoint/endpoint.ts'
import { Delays } from '../../../src/server/faults/delays.ts'
import type { Server } from '../../../src/server/serve.ts'
import type { ServedEndpoint } from '../../../src/server/servedEndpoint.ts'
import { MovedTimers } from '../../support/movedTimers.ts'
import { serveInTest } from '../../support/serving.ts'
import { post, request } from '../../support/transports.ts'
import { until } from '../../support/until.ts'
import { openSocket } from '../../support/webSockets.ts'

const DAY_MS = 86_400_000

describe('delays', () => {
  const open = () => ({ isClosed: false, activity: new ClientActivity() }) as Endpoint
  const endpoint = open()

  /** Starts a delay; returns a function that reports whether it is over. */
  function begin(delays: Delays, ...wait: Parameters<Delays['wait']>): () => boolean {
    let isOver = false
    void delays.wait(...wait).then(() => {
      isOver = true
    })
    return () => isOver
  }

  /** Waits until delays that have ended are over. */
  const settled = () => new Promise((resolve) => setImmediate(resolve))

  test('last as long as requested, and leave no timer', async () => {
    const timers = new MovedTimers()
    const isOver = begin(new Delays(timers), 50, endpoint)
    timers.advance(49)
    await settled()
    expect(isOver()).toBe(false)
    timers.advance(1)
    await settled()
    expect([isOver(), timers.count]).toEqual([true, 0])
  })

  test('may exceed the longest delay of a timer', async () => {
    const timers = new MovedTimers()
    const isOver = begin(new Delays(timers), 2 ** 32, endpoint)
    timers.advance(2 ** 31 - 2)
    await settled()
    expect(isOver()).toBe(false)
    timers.advance(1)
    await settled()
    expect(isOver()).toBe(true)
  })

  test('end with their endpoint only', async () => {
    const timers = new MovedTimers()
    const delays = new Delays(timers)
    const other = open()
    const over = [begin(delays, DAY_MS, endpoint), begin(delays, DAY_MS, other)]
    delays.endOf(endpoint)
    await settled()
    expect(over.map((isOver) => isOver())).toEqual([true, false])
    expect(timers.count).toBe(1)
    delays.endAll()
    expect(timers.count).toBe(0)
    await delays.wait(DAY_MS, endpoint)
    await new Delays(timers).wait(DAY_MS, { isClosed: true } as Endpoint)
    expect(timers.count).toBe(0)
  })

  test('end with their connection, which gets one listener', async () => {
    const timers = new MovedTimers()
    const delays = new Delays(timers)
    const socket = new EventEmitter() as Socket
    const over = Array.from({ length: 20 }, () => begin(delays, DAY_MS, endpoint, socket))
    expect(socket.listenerCount('close')).toBe(1)
    socket.emit('close')
    await settled()
    expect(over.every((isOver) => isOver())).toBe(true)
    expect(timers.count).toBe(0)
    await delays.wait(DAY_MS, endpoint, { destroyed: true } as Socket)
  })
})

describe('answers delayed by a day', () => {
  let server: Server
  let endpoint: ServedEndpoint
  beforeEach(async () => {
    // A close that waited for such an answer would time out.
    const limits = { closeSeconds: DAY_MS / 1000 }
    server = await serveInTest(await createChain({ seed: 'faults', blocks: 2 }), { limits })
    endpoint = server.endpoint('late')
  })

  /** Waits until this many faults have been applied. */
  async function happened(count: number): Promise<void> {
    await until(() => endpoint.faultLog().length >= count)
  }

  const latency = [{ fault: { kind: 'latency', milliseconds: DAY_MS } }] as const
  const delayed = [{ fault: { kind: 'messageDelayed', milliseconds: DAY_MS } }] as const

  test.each([
    ['the server', () => server],
    ['the endpoint', () => endpoint],
  ])('are sent when %s closes, which does not wait for them', async (_, closing) => {
    endpoint.setFaults(latency)
    const socket = await openSocket(endpoint.wsUrl)
    const message = once(socket, 'message')
    socket.send(request('eth_chainId'))
    const answers = [
      message.then(([text]) => JSON.parse(String(text)).result),
      post(endpoint.url, request('eth_chainId')).then(
        async (response) => ((await response.json()) as { result: unknown }).result,
      ),
      endpoint.request({ method: 'eth_chainId' }),
    ]
    await happened(3)
    await closing().close()
    expect(await Promise.all(answers)).toEqual(['0x539', '0x539', '0x539'])
  })

  test('are sent as messages, too', async () => {
    endpoint.setFaults(delayed)
    const socket = await openSocket(endpoint.wsUrl)
    const message = once(socket, 'message')
    socket.send(request('eth_chainId'))
    await happened(1)
    await endpoint.close()
    expect(JSON.parse(String((await message)[0]))).toMatchObject({ result: '0x539' })
  })

  test('delay no other answer on the connection', async () => {
    endpoint.setFaults([{ methods: 'eth_chainId', ...latency[0] }])
    const socket = await openSocket(endpoint.wsUrl)
    const message = once(socket, 'message')
    socket.send(request('eth_chainId'))
    socket.send(`[${request('eth_chainId', [], '2')},${request('net_version', [], '3')}]`)
    socket.send(request('net_version', [], '4'))
    expect(JSON.parse(String((await message)[0]))).toMatchObject({ id: 4 })
  })
})
