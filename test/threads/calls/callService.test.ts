import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { createChain } from '../../../src/chain/createChain.ts'
import { fromHex } from '../../../src/primitives/hex.ts'
import {
  buildTestWorker,
  removeTestWorker,
  runJob,
  startTestWorker,
  TestClient,
  type TestService,
  testService,
} from '../../support/callService.ts'

let services: TestService[] = []

await buildTestWorker()
const chain = await createChain({ seed: 'calls', blocks: 40, preset: 'latest' })

afterAll(removeTestWorker)

afterEach(async () => {
  await Promise.all(services.map((service) => service.close()))
  services = []
})

function service(options?: Parameters<typeof testService>[0]): TestService {
  const created = testService(options)
  services.push(created)
  return created
}

const here = { longJobs: new Set<string>() }

/** JUMPDEST, PUSH0, JUMP: a loop. */
const LOOP = Uint8Array.of(0x5b, 0x5f, 0x56)

/** Writes `count` slots, from 0 on: SSTORE(n, n + 1) each. */
function writes(count: number): Uint8Array {
  return Uint8Array.from(
    Array.from({ length: count }, (_, slot) => [
      0x61,
      (slot + 1) >> 8,
      (slot + 1) & 255,
      0x61,
      slot >> 8,
      slot & 255,
      0x55,
    ]).flat(),
  )
}

describe('CallService', () => {
  it('runs a job on the same state in the main thread and in a worker', async () => {
    const addresses = [
      ...chain.accounts.slice(0, 3).map(({ address }) => fromHex(address)),
      ...(chain.blockByNumber(40)?.transactions.map(({ to }) => fromHex(to ?? '0x')) ?? []),
      new Uint8Array(20).fill(0xee),
    ].filter(({ length }) => length === 20)
    const blocks = [chain.tree.head, chain.tree.byNumber(17), ...chain.tree.sideBlocks.slice(0, 2)]
    const inWorker = service()
    for (const block of blocks) {
      const client = new TestClient()
      const inMain = await runJob(service(here), chain, 'read', addresses, client, block)
      expect(await runJob(inWorker, chain, 'read', addresses, client, block)).toEqual(inMain)
      expect(inMain).toMatchObject({ block: { number: block?.number } })
    }
    expect(inWorker.statistics.byKind.get('read')?.get('worker')?.count).toBe(blocks.length)
  })

  it('computes the same root after many changes, in slices', async () => {
    const input = { code: writes(450), gas: 50_000_000n }
    const inMain = await runJob(service(here), chain, 'execute', input)
    expect(inMain).toMatchObject({ failure: undefined })
    expect(await runJob(service(), chain, 'execute', input)).toEqual(inMain)
  })

  it('moves a call to a worker when it exceeds the work of a short one', async () => {
    const shortWork = { steps: 1000, gas: 1e6, milliseconds: 1e6 }
    const calls = service({ ...here, shortWork })
    const run = (gas: bigint) => runJob(calls, chain, 'execute', { code: LOOP, gas })
    expect(await run(999n)).toMatchObject({ gasUsed: 999n, failure: 'out of gas' })
    const counts = () =>
      [...(calls.statistics.byKind.get('execute') ?? [])].map(([thread, { count }]) => [
        thread,
        count,
      ])
    expect(counts()).toEqual([['main', 1]])
    expect(await run(99_999n)).toMatchObject({ gasUsed: 99_999n, failure: 'out of gas' })
    expect(counts()).toEqual([
      ['main', 1],
      ['worker', 1],
    ])
  })

  it('begins calls of a client in a worker until one is short, after one that was too long', async () => {
    const shortWork = { steps: 1000, gas: 1e6, milliseconds: 1e6 }
    const calls = service({ ...here, shortWork })
    const [busy, other] = [new TestClient(), new TestClient()]
    const run = (gas: bigint, client: TestClient) =>
      runJob(calls, chain, 'execute', { code: LOOP, gas }, client)
    const count = (thread: 'main' | 'worker') =>
      calls.statistics.byKind.get('execute')?.get(thread)?.count ?? 0
    // Also those that waited for their turn while the first ran.
    await Promise.all([run(99_999n, busy), run(99_999n, busy)])
    expect([count('main'), count('worker')]).toEqual([0, 2])
    await run(999n, busy)
    await run(999n, busy)
    expect([count('main'), count('worker')]).toEqual([1, 3])
    await run(99_999n, busy)
    await run(99_999n, busy)
    await run(999n, other)
    expect([count('main'), count('worker')]).toEqual([2, 5])
    await run(999n, busy)
    expect([count('main'), count('worker')]).toEqual([2, 6])
    await run(999n, busy)
    expect([count('main'), count('worker')]).toEqual([3, 6])
  })

  it('runs calls of a few steps before those that need a second attempt', async () => {
    const work = (steps: number) => ({ steps, gas: 1e6, milliseconds: 1e6 })
    const calls = service({ ...here, firstWork: work(100), shortWork: work(1000) })
    const order: string[] = []
    const run = async (name: string, gas: bigint) => {
      await runJob(calls, chain, 'execute', { code: LOOP, gas })
      order.push(name)
    }
    await Promise.all([run('longer', 999n), ...Array.from({ length: 9 }, () => run('short', 99n))])
    expect(order).toEqual([...Array<string>(9).fill('short'), 'longer'])
    expect([...(calls.statistics.byKind.get('execute') ?? [])]).toMatchObject([
      ['main', { count: 10 }],
    ])
  })

  it('runs a job with a large input in a worker', async () => {
    const calls = service(here)
    await runJob(calls, chain, 'echo', new Uint8Array(16_385))
    await runJob(calls, chain, 'echo', new Uint8Array(100))
    expect([...(calls.statistics.byKind.get('echo')?.keys() ?? [])]).toEqual(['worker', 'main'])
  })

  it.each(['main', 'worker'])('fails in the %s thread as a job says', async (thread) => {
    const calls = service(thread === 'main' ? here : {})
    await expect(runJob(calls, chain, 'revert', undefined)).rejects.toMatchObject({
      name: 'CallError',
      code: 3,
      message: 'execution reverted',
      data: Uint8Array.of(8, 9),
    })
    await expect(runJob(calls, chain, 'bug', undefined)).rejects.toThrow('a bug')
    expect(await runJob(calls, chain, 'echo', [1n, { a: Uint8Array.of(1) }])).toEqual([
      1n,
      { a: Uint8Array.of(1) },
    ])
  })

  it('aborts a call after the time limit with the error message of geth, and runs the next', async () => {
    const calls = service({ timeoutMs: 20 })
    await expect(runJob(calls, chain, 'hang', undefined)).rejects.toMatchObject({
      code: -32000,
      message: 'execution aborted (timeout = 20ms)',
    })
    expect(calls.statistics.aborted).toEqual(new Map([['timeout', 1]]))
    const patient = service()
    expect(await runJob(patient, chain, 'echo', 'next')).toBe('next')
  })

  it('fails only the job whose thread runs out of memory or ends', async () => {
    const calls = service({ heapMebibytes: 32 })
    const hanging = expect(runJob(calls, chain, 'hang', undefined)).rejects.toThrow(
      'the server is closed',
    )
    const client = new TestClient()
    await expect(runJob(calls, chain, 'exhaust', undefined, client)).rejects.toMatchObject({
      code: -32000,
      message: 'execution aborted (out of memory)',
    })
    await expect(runJob(calls, chain, 'crash', undefined, client)).rejects.toThrow(
      'the worker thread of a call exited with code 7',
    )
    expect(await runJob(calls, chain, 'echo', 1, client)).toBe(1)
    await calls.close()
    await hanging
  })

  it('ends the call of a client that disconnects, also one that waits', async () => {
    const calls = service({ threadsMax: 1 })
    const [gone, waiting] = [new TestClient(), new TestClient()]
    const running = runJob(calls, chain, 'hang', undefined, gone)
    const queued = runJob(calls, chain, 'hang', undefined, waiting)
    const next = runJob(calls, chain, 'echo', 'mine')
    waiting.disconnect()
    await expect(queued).rejects.toThrow('the client has disconnected')
    gone.disconnect()
    await expect(running).rejects.toThrow('the client has disconnected')
    expect(await next).toBe('mine')
    expect(calls.statistics.aborted).toEqual(new Map([['disconnected', 1]]))
  })

  it('keeps the thread of an aborted call that notices', async () => {
    let starts = 0
    const calls = service({
      threadsMax: 1,
      // Longer than the test may take.
      abortMs: 600_000,
      start: (options) => {
        starts++
        return startTestWorker(options)
      },
    })
    const endless = { code: LOOP, gas: 2n ** 62n }
    for (const gone of [new TestClient(), new TestClient()]) {
      const running = runJob(calls, chain, 'execute', endless, gone)
      gone.disconnect()
      await expect(running).rejects.toThrow('the client has disconnected')
    }
    expect(await runJob(calls, chain, 'echo', 'next')).toBe('next')
    expect(starts).toBe(1)
  })

  it('prefers the thread that ran the last job on the same state', async () => {
    const calls = service({ threadsMax: 2, abortMs: 600_000 })
    const [head, other] = [chain.tree.head, chain.tree.byNumber(17)]
    const threadOf = (block: typeof other) =>
      runJob(calls, chain, 'thread', undefined, new TestClient(), block)
    const gone = new TestClient()
    const endless = { code: LOOP, gas: 2n ** 62n }
    const running = runJob(calls, chain, 'execute', endless, gone, head)
    while (calls.statistics.threads === 0) await new Promise(setImmediate)
    const ofOther = await threadOf(other)
    gone.disconnect()
    await expect(running).rejects.toThrow('the client has disconnected')
    expect(await threadOf(other)).toBe(ofOther)
    const ofHead = await threadOf(head)
    expect(ofHead).not.toBe(ofOther)
    expect(await threadOf(other)).toBe(ofOther)
    expect(await threadOf(head)).toBe(ofHead)
  })

  it('runs one job of a client at a time, and those of others meanwhile', async () => {
    const calls = service({ threadsMax: 2 })
    const [busy, other] = [new TestClient(), new TestClient()]
    const jobs = [
      runJob(calls, chain, 'hang', undefined, busy),
      runJob(calls, chain, 'echo', 'second', busy),
    ].map((job) => expect(job).rejects.toThrow('the server is closed'))
    // The second thread is free, but not for the client that has a job in progress.
    for (const each of [1, 2, 3]) {
      expect(await runJob(calls, chain, 'echo', each, other)).toBe(each)
    }
    expect(calls.statistics).toMatchObject({ threads: 2, waiting: 1 })
    await calls.close()
    await Promise.all(jobs)
  })

  it('lets clients take turns, however many jobs each has', async () => {
    const calls = service({ threadsMax: 1 })
    const order: string[] = []
    const run = (name: string, client: TestClient) =>
      runJob(calls, chain, 'echo', name, client).then((done) => order.push(done as string))
    const [many, few] = [new TestClient(), new TestClient()]
    await Promise.all([
      ...['a1', 'a2', 'a3', 'a4'].map((name) => run(name, many)),
      ...['b1', 'b2'].map((name) => run(name, few)),
    ])
    expect(order).toEqual(['a1', 'b1', 'a2', 'b2', 'a3', 'a4'])
  })

  it('copies the input of a job only when the job has a thread', async () => {
    const calls = service({ threadsMax: 1 })
    let reads = 0
    const input = {
      get bytes() {
        reads++
        return new Uint8Array(1)
      },
    }
    const jobs = [runJob(calls, chain, 'hang', undefined), runJob(calls, chain, 'echo', input)].map(
      (job) => expect(job).rejects.toThrow('the server is closed'),
    )
    while (calls.statistics.waiting === 0) await new Promise(setImmediate)
    expect(reads).toBe(0)
    await calls.close()
    await Promise.all(jobs)
    await runJob(service(), chain, 'echo', input)
    expect(reads).toBeGreaterThan(0)
  })

  it('ends threads that are idle', async () => {
    const calls = service({ idleMs: 1 })
    expect(await runJob(calls, chain, 'echo', 1)).toBe(1)
    while (calls.statistics.threads > 0) await new Promise(setImmediate)
    expect(await runJob(calls, chain, 'echo', 2)).toBe(2)
  })

  it('refuses jobs after it was closed', async () => {
    const calls = service()
    await calls.close()
    await expect(runJob(calls, chain, 'echo', undefined)).rejects.toThrow('the server is closed')
  })
})
