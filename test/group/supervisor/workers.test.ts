import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { Agent, request as httpRequest } from 'node:http'
import { connect } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { callMethod } from '../../support/callMethod.ts'
import {
  type Group,
  groupArgs,
  type Health,
  healthOf,
  keyOf,
  post,
  startGroup,
  WORKERS,
} from '../../support/group/runningGroup.ts'
import { killRemaining, runCli } from '../../support/runCli.ts'
import { temporaryFolder } from '../../support/temporaryFolder.ts'
import { until } from '../../support/until.ts'

const folder = temporaryFolder()

const NOBODY = `0x${'a'.repeat(40)}`

let group: Group
beforeAll(async () => {
  group = await startGroup('--workers', String(WORKERS), '--any-key')
})
afterAll(async () => {
  await group.stop('SIGTERM')
  killRemaining()
})

const url = (key: string) => `http://${group.address}/v3/${key}`
const control = (key: string) => `http://${group.address}/control/${key}`

/** The status that a POST with these header fields gets. */
async function statusOf(key: string, fields: readonly string[]): Promise<string | undefined> {
  const [host, port] = group.address.split(':')
  const socket = connect(Number(port), host)
  socket.write([`POST /v3/${key} HTTP/1.1`, ...fields, '\r\n'].join('\r\n'))
  return /^HTTP\/1\.1 (\d+) /.exec(await text(socket))?.[1]
}

const blockNumber = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_blockNumber' })
const head6 = '{"jsonrpc":"2.0","id":1,"result":"0x6"}'

describe('a group of workers', () => {
  it.each([0, 1])('says where its first endpoint is: of worker %i', async (worker) => {
    const key = keyOf(worker)
    const journal = join(temporaryFolder(), 'journal')
    const args = ['--workers', String(WORKERS), '--api-key', key, '--journal', journal]
    const first = await startGroup(...args)
    await callMethod(`http://${first.address}/v3/${key}`, 'evm_mine')
    await first.stop('SIGTERM')
    const again = await startGroup(...args)
    expect(await callMethod(`http://${again.address}/v3/${key}`, 'eth_blockNumber')).toBe('0x7')
    expect(JSON.parse(again.announced).head).toMatchObject({ number: 7 })
    await again.stop('SIGTERM')
  })

  it('answers on each connection for the endpoints of all workers', async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    for (const worker of [0, 1, 0, 1]) {
      expect(await post(url(keyOf(worker)), blockNumber, agent)).toEqual([200, head6])
    }
    const [status, text] = await post(url('no key!'), blockNumber, agent)
    expect([status, JSON.parse(text).error.code]).toEqual([401, -32001])
    agent.destroy()
  })

  it('passes each request on whole, though its connection is closed after the answer', async () => {
    for (let count = 0; count < 200; count++) {
      // A connection that is kept open, and then used for endpoints of the other worker.
      if (count % 5 === 0) await (await fetch(`http://${group.address}/health`)).text()
      for (const worker of [0, 1, 1]) {
        expect(await callMethod(url(keyOf(worker)), 'eth_blockNumber')).toBe('0x6')
      }
    }
  })

  it('refuses two Host fields, and other transfer codings than chunked', async () => {
    for (const worker of [0, 1]) {
      const heads = [
        ['Host: localhost', 'Host: localhost', 'Content-Length: 0'],
        ['Host: localhost', 'Transfer-Encoding: gzip, chunked'],
      ]
      const statuses = heads.map((fields) => statusOf(keyOf(worker), fields))
      expect(await Promise.all(statuses)).toEqual(['400', '501'])
    }
  })

  it('passes requests without a body on, and with one in chunks', async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    for (const worker of [0, 1, 0]) {
      const contracts = `http://${group.address}/contracts/${keyOf(worker)}`
      expect((await post(contracts, undefined, agent))[0]).toBe(200)
      const headers = { 'content-type': 'application/json', 'transfer-encoding': 'chunked' }
      const request = httpRequest(url(keyOf(worker)), { method: 'POST', headers, agent })
      request.write(blockNumber.slice(0, 9))
      request.end(blockNumber.slice(9))
      const [response] = await once(request, 'response')
      expect(await text(response)).toBe(head6)
    }
    agent.destroy()
  })

  it.each([0, 1])('reads the whole of a large first request to worker %d', async (worker) => {
    for (const bytes of [60_000, 70_000, 500_000, 4_000_000]) {
      const padded = blockNumber.replace('}', `${' '.repeat(bytes)}}`)
      expect(await post(url(keyOf(worker)), padded)).toEqual([200, head6])
    }
  })

  it('answers a client that sends byte by byte, and closes its side', async () => {
    const socket = connect({ ...hostAndPort(), allowHalfOpen: true })
    const head = `POST /v3/${keyOf(1)} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n`
    for (const byte of `${head}Content-Length: ${blockNumber.length}\r\n\r\n`) socket.write(byte)
    socket.end(blockNumber)
    expect(await text(socket)).toContain(head6)
  })

  it.each([0, 1])(
    'carries a WebSocket of worker %d on a connection that was used before',
    async (worker) => {
      const agent = new Agent({ keepAlive: true, maxSockets: 1 })
      await post(url(keyOf(1 - worker)), blockNumber, agent)
      const key = keyOf(worker, 'socket')
      const client = new WebSocket(`ws://${group.address}/ws/v3/${key}`, { agent })
      await once(client, 'open')
      client.send(
        JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_subscribe', params: ['newHeads'] }),
      )
      expect(String((await once(client, 'message'))[0])).toContain('"result"')
      const notified = once(client, 'message')
      const mined = await callMethod<string>(url(key), 'evm_mine')
      expect(mined).toBe('0x0')
      expect(JSON.parse(String((await notified)[0])).params.result.number).toBe('0x7')
      client.close()
      agent.destroy()
    },
  )

  it('creates an endpoint that lags behind another one in the same worker', async () => {
    for (const worker of [0, 1]) {
      const [leader, follower] = [keyOf(worker, 'leader'), keyOf(1 - worker, 'follower')]
      await callMethod(url(leader), 'hardhat_mine', '0x3')
      const options = { lag: { behind: leader, blocks: 1 } }
      const made = await callMethod(control(leader), 'ommer_createEndpoint', follower, options)
      expect(made).toMatchObject({ url: url(follower) })
      expect(await callMethod(url(follower), 'eth_blockNumber')).toBe('0x8')
      await callMethod(url(leader), 'evm_mine')
      expect(await callMethod(url(follower), 'eth_blockNumber')).toBe('0x9')
    }
  })

  it('refuses an endpoint to follow one of another worker later, and says what to do', async () => {
    const [leader, follower] = [keyOf(0, 'far'), keyOf(1, 'far')]
    await callMethod(url(leader), 'evm_mine')
    const options = { behind: leader, blocks: 1 }
    await expect(callMethod(control(follower), 'ommer_setLag', options)).rejects.toThrow(
      `endpoint '${leader}' may be in another process than '${follower}', now or later: create '${follower}' with lag.behind`,
    )
  })

  it('moves no endpoint when one that has followed it is created anew behind another one', async () => {
    const [leader, other] = [keyOf(0, 'one'), keyOf(1, 'one')]
    for (const key of [leader, other]) await callMethod(url(key), 'hardhat_mine', '0x2')
    // Recorded also where the key is in the worker of its leader from the beginning.
    for (const follower of [keyOf(0, 'anew'), keyOf(1, 'anew')]) {
      const create = (behind: string) =>
        callMethod(control(leader), 'ommer_createEndpoint', follower, {
          lag: { behind, blocks: 1 },
        })
      await create(leader)
      await callMethod(control(leader), 'ommer_closeEndpoint', follower)
      await expect(create(other)).rejects.toThrow('an endpoint with lag.behind needs a new key')
      await create(leader)
      expect(await callMethod(url(follower), 'eth_blockNumber')).toBe('0x7')
    }
    expect(await callMethod(url(leader), 'eth_blockNumber')).toBe('0x8')
  })

  it('does not create a second endpoint for a key that is used', async () => {
    const [leader, used] = [keyOf(0, 'first'), keyOf(1, 'first')]
    await callMethod(url(leader), 'evm_mine')
    await callMethod(url(used), 'evm_mine')
    const options = { lag: { behind: leader, blocks: 1 } }
    await expect(
      callMethod(control(leader), 'ommer_createEndpoint', used, options),
    ).rejects.toThrow(`endpoint '${used}' exists already`)
    expect(await callMethod(url(used), 'eth_blockNumber')).toBe('0x7')
  })

  it('closes an endpoint of another worker', async () => {
    const [own, other] = [keyOf(0, 'own'), keyOf(1, 'other')]
    await callMethod(control(own), 'ommer_createEndpoint', other, {})
    await callMethod(control(own), 'ommer_closeEndpoint', other)
    expect((await post(url(other), blockNumber))[0]).toBe(401)
    await expect(callMethod(control(own), 'ommer_closeEndpoint', other)).rejects.toThrow(
      `there is no endpoint '${other}'`,
    )
  })

  it('breaks a connection off where a fault of an endpoint says so', async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    const key = keyOf(1, 'faulty')
    await callMethod(control(key), 'ommer_setFaults', [{ fault: { kind: 'reset' }, times: 1 }])
    await post(url(keyOf(0)), blockNumber, agent)
    await expect(post(url(key), blockNumber, agent)).rejects.toMatchObject({ code: 'ECONNRESET' })
    expect(await post(url(key), blockNumber, agent)).toEqual([200, head6])
    agent.destroy()
  })

  it('adds up metrics, and says how each worker is', async () => {
    const read = async () => {
      const metrics = await (await fetch(`http://${group.address}/metrics`)).text()
      return Number(
        /^ommer_requests_total\{method="eth_chainId",result="ok"\} (\d+)$/m.exec(metrics)?.[1] ?? 0,
      )
    }
    const before = await read()
    for (const worker of [0, 1, 1]) await callMethod(url(keyOf(worker)), 'eth_chainId')
    expect(await read()).toBe(before + 3)
    const { status, workers } = await healthOf(group)
    expect(status).toBe('ok')
    expect(workers.map(({ index }) => index)).toEqual([0, 1])
  })
})

function hostAndPort() {
  const { hostname: host, port } = new URL(`http://${group.address}`)
  return { host, port: Number(port) }
}

describe('ommer --workers', () => {
  it('has after kill -9 what it had confirmed, with another number of workers, too', async () => {
    const journal = join(folder, 'journal')
    const keys = ['a', 'b', 'c', 'd']
    const keyArgs = keys.flatMap((key) => ['--api-key', key])
    const first = await startGroup('--workers', '3', '--journal', journal, ...keyArgs)
    const at = (running: Group, key: string) => `http://${running.address}/v3/${key}`
    await callMethod(`http://${first.address}/control/a`, 'ommer_createEndpoint', 'lags', {
      lag: { behind: 'c', blocks: 1 },
    })
    for (const [index, key] of keys.entries()) {
      for (let block = 0; block <= index; block++) await callMethod(at(first, key), 'evm_mine')
    }
    await first.stop('SIGKILL')
    const second = await startGroup('--workers', '2', '--journal', journal, ...keyArgs)
    const heads = await Promise.all(
      [...keys, 'lags'].map((key) => callMethod(at(second, key), 'eth_blockNumber')),
    )
    expect(heads).toEqual(['0x7', '0x8', '0x9', '0xa', '0x8'])
    expect(readFileSync(journal, 'utf8')).toContain('"create":{"lag"')
    expect(await second.stop('SIGTERM')).toMatchObject({ code: 0, stderr: '' })
  })

  it('knows after a restart which worker owns the endpoints that lag behind others', async () => {
    const args = ['--workers', '2', '--any-key', '--journal', join(folder, 'lagging')]
    const pairs = [0, 1].map((worker) => [keyOf(worker, 'leader'), keyOf(1 - worker, 'follower')])
    const first = await startGroup(...args)
    for (const [leader = '', follower] of pairs) {
      const options = { lag: { behind: leader, blocks: 1 } }
      const address = `http://${first.address}/control/${leader}`
      await callMethod(address, 'ommer_createEndpoint', follower, options)
    }
    await first.stop('SIGTERM')
    const second = await startGroup(...args)
    for (const [, follower] of pairs) {
      const address = `http://${second.address}/v3/${follower}`
      // No copy of the endpoint can answer that.
      expect(await callMethod(address, 'eth_getBalance', NOBODY, 'latest')).toBe('0x0')
    }
    expect(await second.stop('SIGTERM')).toMatchObject({ code: 0, stderr: '' })
  })

  it('goes on with what a single process has done with endpoints that have followed others', async () => {
    const journal = join(folder, 'single')
    const [leader, follower] = [keyOf(0, 'single'), keyOf(1, 'single')]
    const args = ['--journal', journal, '--api-key', leader, '--api-key', keyOf(1, 'other')]
    const first = await startGroup(...args)
    const at = (running: Group, key: string) => `http://${running.address}/v3/${key}`
    const controlAt = (running: Group) => `http://${running.address}/control/${leader}`
    await callMethod(at(first, leader), 'anvil_setCoinbase', `0x${'5'.repeat(40)}`)
    await callMethod(at(first, leader), 'hardhat_mine', '0x3')
    const lag = { lag: { behind: leader, blocks: 0 } }
    await callMethod(controlAt(first), 'ommer_createEndpoint', follower, lag)
    await callMethod(at(first, follower), 'evm_snapshot')
    await callMethod(controlAt(first), 'ommer_closeEndpoint', follower)
    await first.stop('SIGTERM')
    const second = await startGroup('--workers', '2', ...args)
    expect(await callMethod(at(second, leader), 'eth_blockNumber')).toBe('0x9')
    // Its key is known in each worker, and its endpoint moves in one.
    const far = { behind: keyOf(1, 'other'), blocks: 0 }
    await expect(callMethod(controlAt(second), 'ommer_setLag', far)).rejects.toThrow(
      'may be in another process',
    )
    expect(await second.stop('SIGTERM')).toMatchObject({ code: 0, stderr: '' })
  })

  it('says that it is degraded while a worker is started again, also the first one', async () => {
    const running = await startGroup('--workers', '2')
    await until(async () => {
      const { status, workers } = await healthOf(running)
      // The first answers may be older than the end of the worker, and the worker may be back before the next one.
      const [first] = workers
      if (status === 'ok') process.kill(first?.pid as number, 'SIGKILL')
      return status === 'degraded'
    })
    await until(async () => (await healthOf(running)).status === 'ok')
    await running.stop('SIGTERM')
  })

  it('has the next worker answer a connection that the last one has not taken', async () => {
    const running = await startGroup('--workers', '2', '--any-key')
    const { workers } = await healthOf(running)
    const { pid } = workers[1] as { readonly pid: number }
    process.kill(pid, 'SIGSTOP')
    const answer = post(`http://${running.address}/v3/${keyOf(1)}`, blockNumber)
    await until(async () => (await healthOf(running)).status === 'degraded')
    process.kill(pid, 'SIGKILL')
    expect(await answer).toEqual([200, head6])
    await running.stop('SIGTERM')
  })

  it('ends its workers where their supervisor is killed', async () => {
    const running = await startGroup('--workers', '2')
    const response = await fetch(`http://${running.address}/health`)
    const { workers } = (await response.json()) as Health
    await running.stop('SIGKILL')
    const isRunning = ({ pid }: { readonly pid: number }) => {
      try {
        return process.kill(pid, 0)
      } catch {
        return false
      }
    }
    await until(() => !workers.some(isRunning))
  })

  it.each<[string[], string]>([
    [['--workers', '0'], 'error: --workers: 0 is not a whole number from 1 to 64'],
    [['--workers', 'many'], 'error: --workers: want a whole number from 1 to 64, or auto'],
    [
      ['--workers', '2', '--scenario', 'x'],
      "--scenario <file>' cannot be used with option '--workers",
    ],
    [['--workers', '2', '--journal', folder], `error: ${folder}: it is a folder`],
  ])('%s is refused in one line', async (more, problem) => {
    const { code, stderr } = await runCli([
      ...(more.includes('--scenario') ? [] : groupArgs),
      ...more,
    ])
    expect(code).toBe(1)
    expect(stderr).toContain(problem)
    expect(stderr.trimEnd()).not.toContain('\n')
  })

  it('says that the port is in use', async () => {
    const { port } = hostAndPort()
    const { code, stderr } = await runCli([...groupArgs, '--workers', '2', '--port', String(port)])
    expect(code).toBe(1)
    expect(stderr).toBe(
      `error: port ${port} on 127.0.0.1 is in use; choose another, or 0 for a free one\n`,
    )
  })
})
