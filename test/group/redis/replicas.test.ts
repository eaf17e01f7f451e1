import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { callMethod } from '../../support/callMethod.ts'
import { FaultyProxy } from '../../support/group/faultyProxy.ts'
import { hasRedis, RedisServer } from '../../support/group/redisServer.ts'
import { type Group, groupArgs, post, startServer } from '../../support/group/runningGroup.ts'
import { Seen, Tally } from '../../support/group/seen.ts'
import { killRemaining } from '../../support/runCli.ts'
import { repeated, sized } from '../../support/sized.ts'
import { until } from '../../support/until.ts'

const url = ({ address }: Group, key: string) => `http://${address}/v3/${key}`

const request = (method: string) => JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: [] })

/** How soon a replica whose connection with Redis hangs must serve again. */
const BACK_MS = 10_000

/** No request may take so long because another replica is stopped. */
const HANG_MS = 10_000

// Each takeover makes all changes again, so a journal has those of a few kills only.
const ROUNDS = sized(1, 5)
const SENT = sized(40, 100)

describe.runIf(hasRedis)('replicas', () => {
  let redis: RedisServer
  beforeAll(async () => {
    redis = await RedisServer.start()
  })
  afterAll(async () => {
    killRemaining()
    await redis.stop()
  })

  /** @param through the port of a proxy, if any */
  const start = (journal: string, through?: number) => {
    const address = through === undefined ? redis.url : `redis://127.0.0.1:${through}`
    return startServer(...groupArgs, '--any-key', '--journal', `${address}?journal=${journal}`)
  }

  it.concurrent('lose nothing that a client has seen when one is killed', async () => {
    const tally = new Tally()
    const journals = repeated(1, 80 / ROUNDS)
    for (let journal = 1; journal <= journals; journal++) {
      const all = ['a', 'b', 'c'].map((key) => new Seen(key))
      const startOne = () => start(`killed-${journal}`)
      let [owner, other] = await Promise.all([startOne(), startOne()])
      for (let round = 1; round <= ROUNDS; round++) {
        const [sending, reading] = [owner.address, other.address]
        const { stop } = owner
        const watch = (seen: Seen) => seen.watch(sending, reading)
        await tally.killUnderLoad(all, SENT, watch, () => stop('SIGKILL'))
        for (const each of all) await each.check(reading)
        ;[owner, other] = [other, await startOne()]
      }
      await Promise.all([owner, other].map(({ stop }) => stop('SIGTERM')))
    }
    const kills = journals * ROUNDS
    tally.expectAtLeast(kills, kills * SENT)
  })

  it.concurrent('answer for their endpoints while another one is stopped', async () => {
    const [stopped, other] = await Promise.all([start('stopped'), start('stopped')])
    const [own, others] = [url(stopped, 'own'), url(other, 'others')]
    for (const each of [own, others]) await callMethod(each, 'evm_mine')
    stopped.send('SIGSTOP')
    const passedOn = callMethod(url(other, 'own'), 'eth_blockNumber')
    // Each on a connection of its own, until the endpoint of the stopped one is taken over.
    let isTaken = false
    const taken = passedOn.finally(() => {
      isTaken = true
    })
    let mined = 1
    for (; mined <= 20 || !isTaken; mined++) {
      const began = performance.now()
      await callMethod(others, 'evm_mine')
      expect(performance.now() - began).toBeLessThan(HANG_MS)
    }
    expect(await taken).toBe('0x7')
    expect(Number(await callMethod(others, 'eth_blockNumber'))).toBe(6 + mined)
    await callMethod(url(other, 'own'), 'evm_mine')
    stopped.send('SIGCONT')
    const head = () => callMethod(own, 'eth_blockNumber').catch(() => undefined)
    await until(async () => (await head()) === '0x8')
    await Promise.all([stopped, other].map(({ stop }) => stop('SIGTERM')))
  })

  it.concurrent('come back within ten seconds after a handshake was swallowed', async () => {
    const proxy = await FaultyProxy.start(Number(new URL(redis.url).port))
    const replica = await start('swallowed', proxy.port)
    const mine = () => post(url(replica, 'key'), request('evm_mine'))
    expect((await mine())[0]).toBe(200)
    // At full size so many that it has to give up waiting, before the last one is swallowed.
    const swallowed = sized(1, 100)
    proxy.faults.push(...Array(swallowed).fill({ kind: 'swallow', afterBytes: 0 }))
    proxy.cut()
    if (swallowed > 1) {
      await until(async () => (await mine())[0] === 503)
      proxy.faults.length = 1
    }
    await until(() => proxy.faults.length === 0)
    const began = performance.now()
    const elapsed = () => performance.now() - began
    await until(async () => {
      const [status, body] = await mine()
      const isBack = status === 200 && JSON.parse(body).error === undefined
      return isBack || elapsed() > BACK_MS
    })
    expect(elapsed()).toBeLessThan(BACK_MS)
    await replica.stop('SIGTERM')
    proxy.stop()
  })
})
