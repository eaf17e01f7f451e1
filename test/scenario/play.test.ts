import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import type { Chain } from '../../src/chain/chain.ts'
import { createChain } from '../../src/chain/createChain.ts'
import { playScenario } from '../../src/playScenario.ts'
import type { Hex } from '../../src/primitives/hex.ts'
import type { PlayOptions, ScenarioRun } from '../../src/scenario/play.ts'
import type { Scenario } from '../../src/scenario/scenario.ts'
import type { Step } from '../../src/scenario/step.ts'
import { callMethod } from '../support/callMethod.ts'
import { temporaryFolder } from '../support/temporaryFolder.ts'
import { post } from '../support/transports.ts'

const spec: NonNullable<Scenario['spec']> = {
  preset: 'latest',
  blocks: 8,
  transactionsPerBlock: [1, 2],
}
const folder = temporaryFolder()

const playing: ScenarioRun[] = []
afterEach(async () => {
  await Promise.all(playing.splice(0).map((scenario) => scenario.close()))
})

async function play(given: Omit<Scenario, 'spec'> | string, options?: PlayOptions) {
  const scenario = typeof given === 'string' ? given : { spec, ...given }
  const played = await playScenario(scenario, { port: 0, ...options })
  playing.push(played)
  return played
}

function ask({ server }: ScenarioRun, method: string, ...params: unknown[]) {
  return server.request({ method, params })
}

async function send({ server }: ScenarioRun, body: unknown): Promise<unknown> {
  return (await post(server.url, JSON.stringify(body))).json()
}

describe('waiting for calls', () => {
  it('plays the steps before the first wait at once', async () => {
    const scenario = await play({
      steps: [{ rollback: 2 }, { waitFor: { calls: 2 } }, { mine: 1 }],
    })
    expect([scenario.server.head.number, scenario.played]).toEqual([6, 1])
  })

  it('continues between the awaited response and the next call, in process', async () => {
    const scenario = await play({ steps: [{ waitFor: { calls: 2 } }, { rollback: 1 }] })
    const answers = await Promise.all([1, 2, 3].map(() => ask(scenario, 'eth_blockNumber')))
    expect(answers).toEqual(['0x8', '0x8', '0x8'])
    expect(await ask(scenario, 'eth_blockNumber')).toBe('0x7')
  })

  it('does the same over HTTP and WebSocket', async () => {
    const scenario = await play({
      steps: [
        { waitFor: { calls: 1 } },
        { rollback: 1 },
        { waitFor: { calls: 1 } },
        { rollback: 1 },
      ],
    })
    const call = { jsonrpc: '2.0', id: 1, method: 'eth_blockNumber' }
    const http = () => send(scenario, call)
    const socket = new WebSocket(scenario.server.wsUrl)
    await once(socket, 'open')
    const webSocket = async () => {
      const answer = once(socket, 'message')
      socket.send(JSON.stringify(call))
      const [text] = await answer
      return JSON.parse(String(text))
    }
    expect(await http()).toMatchObject({ result: '0x8' })
    expect(await webSocket()).toMatchObject({ result: '0x7' })
    expect(await http()).toMatchObject({ result: '0x6' })
    socket.terminate()
  })

  it('sends the awaited response before the effects of the next step', async () => {
    const scenario = await play({
      steps: [{ waitFor: { method: 'eth_subscribe' } }, { mine: 1 }, { rollback: 1 }, { mine: 1 }],
    })
    const socket = new WebSocket(scenario.server.wsUrl)
    await once(socket, 'open')
    const messages: unknown[] = []
    const three = new Promise<void>((resolve) => {
      socket.on('message', (text: Buffer) => {
        if (messages.push(JSON.parse(text.toString())) === 3) resolve()
      })
    })
    const params = ['newHeads']
    socket.send(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_subscribe', params }))
    await three
    const head = { method: 'eth_subscription', params: { result: { number: '0x9' } } }
    expect(messages).toMatchObject([{ id: 1, result: expect.any(String) }, head, head])
    socket.terminate()
  })

  it('answers a whole batch before it continues', async () => {
    const scenario = await play({ steps: [{ waitFor: { calls: 1 } }, { rollback: 3 }] })
    const call = { jsonrpc: '2.0', method: 'eth_blockNumber' }
    const batch = [1, 2, 3].map((id) => ({ ...call, id }))
    expect(await send(scenario, batch)).toMatchObject(batch.map(() => ({ result: '0x8' })))
    expect(await ask(scenario, 'eth_blockNumber')).toBe('0x5')
  })

  it('counts calls of the given methods, blocks and endpoint', async () => {
    const scenario = await play({
      endpoints: [{ key: 'a' }, { key: 'b' }],
      steps: [
        {
          waitFor: { method: ['eth_getBlockByNumber', 'eth_getBlockByHash'], block: 7, calls: 2 },
          endpoint: 'b',
        },
        { mine: 1 },
      ],
    })
    const [a, b] = [...scenario.endpoints.values()]
    const byNumber = (number: string) => ({
      method: 'eth_getBlockByNumber',
      params: [number, false],
    })
    await a?.request(byNumber('0x7'))
    await b?.request(byNumber('0x6'))
    await b?.request({ method: 'eth_getBlockReceipts', params: ['0x7'] })
    const hash = scenario.chain.tree.byNumber(7)?.hash
    await b?.request(byNumber('0x7'))
    expect(scenario.played).toBe(0)
    await b?.request({ method: 'eth_getBlockByHash', params: [hash, true] })
    await scenario.finished
    expect([a?.head.number, b?.head.number]).toEqual([9, 8])
  })

  it.each([
    ['null', { kind: 'null' }],
    ['errors', { kind: 'error', code: 1, message: 'no' }],
    ['answers that never came whole', { kind: 'reset' }],
  ] as const)('does not count %s', async (_, fault) => {
    const scenario = await play({
      endpoints: [{ key: 'dev', faults: [{ fault, calls: [1, 2] }] }],
      steps: [{ waitFor: { calls: 1 } }],
    })
    await ask(scenario, 'eth_blockNumber').catch(() => {})
    await send(scenario, { jsonrpc: '2.0', id: 1, method: 'eth_blockNumber' }).catch(() => {})
    expect(scenario.isFinished).toBe(false)
    await ask(scenario, 'eth_blockNumber')
    expect(scenario.isFinished).toBe(true)
  })

  it('does not wait for responses in progress, and counts late ones', async () => {
    const scenario = await play({
      endpoints: [
        {
          key: 'dev',
          faults: [
            { methods: 'eth_chainId', fault: { kind: 'latency', milliseconds: 86_400_000 } },
            { methods: 'net_version', fault: { kind: 'messageDoubled' } },
          ],
        },
      ],
      steps: [{ waitFor: { method: 'net_version' } }, { mine: 1 }],
    })
    const late = ask(scenario, 'eth_chainId')
    const overHttp = send(scenario, { jsonrpc: '2.0', id: 1, method: 'eth_chainId' })
    while (scenario.faultLog().length < 2) await new Promise((resolve) => setImmediate(resolve))
    const socket = new WebSocket(scenario.server.wsUrl)
    await once(socket, 'open')
    socket.send('{"jsonrpc":"2.0","id":1,"method":"net_version"}')
    await scenario.finished
    expect(await ask(scenario, 'eth_blockNumber')).toBe('0x9')
    await scenario.close()
    expect(await late).toBe('0x539')
    expect(await overHttp).toMatchObject({ result: '0x539' })
  })

  it('sets faults for the very next call', async () => {
    const scenario = await play({
      steps: [
        { waitFor: { calls: 1 } },
        { setFaults: [{ fault: { kind: 'null' } }] },
        { waitFor: { calls: 1 } },
      ],
    })
    const answers = [ask(scenario, 'eth_blockNumber'), ask(scenario, 'eth_blockNumber')]
    expect(await Promise.all(answers)).toEqual(['0x8', '0x8'])
    expect(await ask(scenario, 'eth_blockNumber')).toBeNull()
    await scenario.next()
    expect(scenario.faultLog()).toMatchObject([{ call: 1, kind: 'null' }])
    expect(() => scenario.faultLog('nobody')).toThrow(
      "there is no endpoint 'nobody'; known endpoints: dev",
    )
  })
})

describe('every step', () => {
  it('performs its action', async () => {
    const scenario = await play(
      {
        endpoints: [{ key: 'a' }, { key: 'b', lag: { behind: 'a', blocks: 2 } }],
        steps: [
          { snapshot: 'start' },
          { mine: { count: 2, secondsBetween: 100 } },
          { reorg: { depth: 1, length: 3 } },
          { setFinality: { safe: 1, finalized: 2 } },
          { revert: 'start' },
          { advanceTo: 10 },
          { increaseTime: 1000 },
          { mine: 1 },
          { setNextBlockTimestamp: 2_000_000_000 },
          { mine: 1 },
          { setBlockTimestampInterval: 77 },
          { mine: 1 },
          { removeBlockTimestampInterval: true },
          { lag: { behind: 'a', blocks: 5 }, endpoint: 'b' },
          { setFaults: [{ fault: { kind: 'null' } }] },
          { clearFaults: true },
          { rollback: 1 },
        ],
      },
      { byHand: true },
    )
    const seen: unknown[] = []
    for (let step = await scenario.next(); step !== undefined; step = await scenario.next()) {
      seen.push([step.name, ...[...scenario.endpoints.values()].map(({ head }) => head.number)])
    }
    expect(seen).toEqual([
      ['snapshot', 8, 6],
      ['mine', 10, 8],
      ['reorg', 12, 10],
      ['setFinality', 12, 10],
      ['revert', 8, 6],
      ['advanceTo', 10, 8],
      ['increaseTime', 10, 8],
      ['mine', 11, 9],
      ['setNextBlockTimestamp', 11, 9],
      ['mine', 12, 10],
      ['setBlockTimestampInterval', 12, 10],
      ['mine', 13, 11],
      ['removeBlockTimestampInterval', 13, 11],
      ['lag', 13, 8],
      ['setFaults', 13, 8],
      ['clearFaults', 13, 8],
      ['rollback', 12, 7],
    ])
    expect(scenario.isFinished).toBe(true)
    await scenario.finished
    const times = scenario.truth().map(({ header }) => header.timestamp)
    expect((times[11] as number) - (times[10] as number)).toBeGreaterThan(1000)
  })

  it('names the step that failed, and the reason', async () => {
    const steps: Step[] = [{ mine: 1 }, { waitFor: {} }, { rollback: 99 }, { mine: 1 }]
    const scenario = await play({ steps })
    await ask(scenario, 'eth_blockNumber')
    await expect(scenario.finished).rejects.toThrow(
      'steps[2].rollback: count: 99 exceeds the 9 blocks below the head',
    )
    await expect(scenario.next()).rejects.toMatchObject({ code: 'STEP_FAILED' })
    expect(await ask(scenario, 'eth_blockNumber')).toBe('0x9')
    await expect(play({ steps: [{ rollback: 99 }] })).rejects.toMatchObject({
      code: 'STEP_FAILED',
      path: 'steps[0].rollback',
    })
  })

  it('moves to a branch that was written by hand', async () => {
    const write = (chain: Chain) => chain.branch(6, 'b', () => {}, { length: 3 })
    const branch = await write(await createChain({ ...spec, seed: 'written' }))
    const to = branch.at(-1)?.hash as Hex
    const steps: Step[] = [{ mine: 1 }, { reorg: { to } }, { mine: 1 }]
    const scenario = await play({ seed: 'written', steps }, { byHand: true })
    await write(scenario.chain)
    await scenario.finish()
    expect(scenario.truth().at(-2)?.hash).toBe(to)
    const wrong: Step[] = [{ reorg: { to: '0x12' } }]
    await expect(play({ steps: wrong }, { byHand: true })).rejects.toThrow(
      'steps[0].reorg.to: want in quotes the hash of a block, in lower case',
    )
  })
})

describe('moves by clients', () => {
  it('run between calls and steps, and count as no call', async () => {
    // Each of these blocks has to be created, and calls arrive meanwhile.
    const mined: Step[] = Array(12).fill({ mine: 1 })
    const scenario = await play(
      { steps: [{ waitFor: { calls: 2 } }, ...mined, { rollback: 16 }] },
      { control: true },
    )
    const control = (method: string) => callMethod(scenario.server.controlUrl as string, method)
    for (let call = 0; call < 3; call++) expect(await control('eth_blockNumber')).toBe('0x8')
    expect(scenario.played).toBe(0)
    await ask(scenario, 'eth_blockNumber')
    const [, ...heads] = await Promise.all([
      ask(scenario, 'eth_blockNumber'),
      ...Array.from({ length: 8 }, () => control('eth_blockNumber')),
    ])
    // During the steps it is 9 to 20.
    for (const head of heads) expect(['0x8', '0x4']).toContain(head)
    expect(await control('evm_mine')).toBe('0x0')
    expect(await ask(scenario, 'eth_blockNumber')).toBe('0x5')
  })
})

describe('waits of clients', () => {
  it('hold up neither calls nor steps', async () => {
    const steps: Step[] = [{ waitFor: { method: 'eth_chainId' } }, { mine: 1 }]
    const { server, finished } = await play({ steps }, { control: true })
    const condition = { method: 'eth_chainId', timeout: 240_000 }
    const wait = callMethod(server.controlUrl as string, 'ommer_received', condition)
    await server.request({ method: 'eth_chainId' })
    await finished
    expect(await wait).toMatchObject([{ method: 'eth_chainId' }])
    expect(await server.received({ timeout: 0 })).toHaveLength(1)
    await server.idle({ timeout: 240_000 })
    expect(server.head.number).toBe(9)
  })
})

describe('the status of a scenario', () => {
  const statusOf = ({ server }: ScenarioRun): Promise<unknown> =>
    callMethod(server.controlUrl as string, 'ommer_scenarioStatus')

  it('reports its progress', async () => {
    const waitFor = { method: 'eth_getBlockReceipts', block: 'head', calls: 2 } as const
    const scenario = await play(
      { steps: [{ rollback: 1 }, { waitFor }, { mine: 1 }, { waitFor: {} }] },
      { control: true },
    )
    const base = { steps: 4, isFinished: false, failure: null }
    const meant = { endpoint: 'dev', methods: ['eth_getBlockReceipts'], block: 7 }
    expect(await statusOf(scenario)).toEqual({
      ...base,
      played: 1,
      waitingFor: { ...meant, calls: 2 },
    })
    await ask(scenario, 'eth_getBlockReceipts', 'latest')
    expect(await statusOf(scenario)).toEqual({
      ...base,
      played: 1,
      waitingFor: { ...meant, calls: 1 },
    })
    await ask(scenario, 'eth_getBlockReceipts', '0x7')
    const any = { endpoint: 'dev', methods: null, block: null, calls: 1 }
    expect(await statusOf(scenario)).toEqual({ ...base, played: 3, waitingFor: any })
    await ask(scenario, 'eth_chainId')
    const over = { ...base, played: 4, waitingFor: null, isFinished: true }
    expect(await statusOf(scenario)).toEqual(over)
  })

  it('reports why it stopped', async () => {
    const steps = [{ waitFor: {} }, { rollback: 99 }]
    const scenario = await play({ steps }, { control: true })
    await ask(scenario, 'eth_chainId')
    await scenario.finished.catch(() => {})
    const failure = 'steps[1].rollback: count: 99 exceeds the 8 blocks below the head'
    const failed = { steps: 2, played: 1, waitingFor: null, isFinished: false, failure }
    expect(await statusOf(scenario)).toEqual(failed)
  })
})

describe('a closed scenario', () => {
  it('rejects its promise if it has not ended, and plays no more steps', async () => {
    const scenario = await play({ steps: [{ mine: 1 }, { waitFor: {} }, { rollback: 1 }] })
    const { finished } = scenario
    await Promise.all([
      expect(finished).rejects.toMatchObject({
        code: 'SCENARIO_CLOSED',
        message: 'steps[1].waitFor: closed while it waited for one more call',
      }),
      scenario.close(),
    ])
    await expect(scenario.next()).rejects.toMatchObject({ code: 'SCENARIO_CLOSED' })
    expect([scenario.played, scenario.server.head.number]).toEqual([1, 9])
  })

  it('resolves its promise if it has ended', async () => {
    const scenario = await play({ steps: [{ mine: 1 }] })
    await scenario.close()
    await expect(scenario.finished).resolves.toBeUndefined()
  })

  it('stops in the middle of a step', async () => {
    const scenario = await play({ steps: [{ waitFor: {} }, { mine: 900_000 }] })
    await ask(scenario, 'eth_blockNumber')
    const next = scenario.next()
    await Promise.all([
      expect(next).rejects.toMatchObject({ code: 'SCENARIO_CLOSED' }),
      scenario.close(),
    ])
  })

  it('stops while its chain or its first steps are in progress', async () => {
    for (const [blocks, mine] of [
      [100_000, 1],
      [3, 900_000],
    ] as const) {
      const leave = new AbortController()
      const playing = playScenario(
        { spec: { ...spec, blocks }, steps: [{ mine }] },
        {
          port: 0,
          signal: leave.signal,
          onProgress: (done) => done === 3 && setImmediate(() => leave.abort(new Error('enough'))),
        },
      )
      await expect(playing).rejects.toThrow('enough')
    }
  })

  it('is refused if it waits for a method that is not served', async () => {
    const steps: Step[] = [
      { waitFor: { method: ['eth_getBlockByHash', 'eth_chainId'] } },
      { waitFor: { method: ['eth_chainId', 'eth_subscribe'] } },
    ]
    await expect(play({ steps }, { methods: 'core' })).rejects.toMatchObject({
      code: 'INVALID_OPTION',
      message: "methods: 'core' has no eth_chainId, eth_subscribe, which steps[1] waits for",
    })
  })

  it('may wait for a signature with dev alone', async () => {
    const steps: Step[] = [{ waitFor: { method: 'eth_sign' } }, { mine: 1 }]
    await expect(play({ steps }, {})).rejects.toMatchObject({
      code: 'INVALID_OPTION',
      message: 'dev: without it, there is no eth_sign, which steps[0] waits for',
    })
    const scenario = await play({ steps }, { dev: true })
    const { chain, server } = scenario
    const before = server.head.number
    await ask(scenario, 'eth_sign', chain.accounts[0]?.address, '0x')
    await scenario.finished
    expect(server.head.number).toBe(before + 1)
  })

  it.each([{ apiKeys: ['a'] }, { anyKey: true }, { dialect: 'geth' }])(
    'is refused with %j, which its endpoints specify',
    async (options) => {
      const [name] = Object.keys(options)
      const problem = `${name}: a scenario sets its own endpoints: change them there`
      await expect(play({ steps: [] }, options as never)).rejects.toThrow(problem)
    },
  )

  it('is refused for a wrong option before its chain is created', async () => {
    const made: number[] = []
    const options = { port: -1, onProgress: (done: number) => made.push(done) }
    await expect(play({ steps: [] }, options)).rejects.toMatchObject({ code: 'INVALID_OPTION' })
    expect(made).toEqual([])
  })
})

describe('manual control', () => {
  it('ends a wait, and continues up to the next one', async () => {
    const scenario = await play({
      steps: [{ waitFor: { calls: 9 } }, { mine: 1 }, { waitFor: { calls: 9 } }, { rollback: 1 }],
    })
    expect(await scenario.next()).toMatchObject({ name: 'waitFor' })
    expect([scenario.server.head.number, scenario.played]).toEqual([9, 2])
    await scenario.finish()
    expect([scenario.server.head.number, scenario.played]).toEqual([8, 4])
    expect(await scenario.next()).toBeUndefined()
  })

  it('plays one step at a time when requests do not drive it', async () => {
    const scenario = await play(
      { steps: [{ waitFor: { calls: 1 } }, { mine: 1 }, { mine: 1 }] },
      { byHand: true },
    )
    await ask(scenario, 'eth_blockNumber')
    expect(scenario.played).toBe(0)
    for (const head of [8, 9, 10]) {
      await scenario.next()
      expect(scenario.server.head.number).toBe(head)
    }
  })
})

describe('a scenario', () => {
  it('loads from YAML and JSON', async () => {
    const yaml = join(folder, 'one.yaml')
    writeFileSync(yaml, 'seed: 7 # any\nspec: { preset: latest, blocks: 2 }\nsteps:\n  - mine: 1\n')
    const json = join(folder, 'one.json')
    writeFileSync(
      json,
      JSON.stringify({ seed: 7, spec: { preset: 'latest', blocks: 2 }, steps: [{ mine: 1 }] }),
    )
    const [first, second] = [await play(yaml), await play(json)]
    expect(first.truth().at(-1)?.header.number).toBe(3)
    expect(second.truth()).toEqual(first.truth())
    const other = await play(json, { seed: 8 })
    expect(other.truth().at(-1)?.hash).not.toBe(first.truth().at(-1)?.hash)
  })

  it('loads from the address of a file, as URL or text', async () => {
    const path = join(folder, 'with a space.yaml')
    writeFileSync(path, 'spec: { preset: latest, blocks: 2 }\nsteps: [{ rollback: 3 }]\n')
    const address = pathToFileURL(path)
    for (const source of [address, address.href]) {
      await expect(playScenario(source, { port: 0 })).rejects.toMatchObject({
        code: 'STEP_FAILED',
        file: address.href,
      })
    }
    for (const elsewhere of [new URL('https://ommer.test/one.yaml'), 'file://else/where']) {
      await expect(playScenario(elsewhere, { port: 0 })).rejects.toMatchObject({
        code: 'INVALID_SCENARIO',
        message: expect.stringMatching(/^\S+: cannot be read: /),
      })
    }
  })

  it('starts at the heads of its endpoints', async () => {
    const scenario = await play({
      endpoints: [
        { key: 'a', head: 5, dialect: 'geth' },
        { key: 'b', lag: { behind: 'a', blocks: 1 }, finality: 'absent' },
        { key: 'c', head: 2 },
      ],
      truth: 'c',
      steps: [],
    })
    expect([...scenario.endpoints.values()].map(({ head }) => head.number)).toEqual([5, 4, 2])
    expect(scenario.truth().map(({ header }) => header.number)).toEqual([0, 1, 2])
    const block = { method: 'eth_getBlockByNumber', params: ['latest', false] }
    expect(await scenario.server.request(block)).not.toHaveProperty('totalDifficulty')
    expect(await scenario.endpoints.get('b')?.request(block)).toHaveProperty('totalDifficulty')
    await scenario.finished
  })
})

describe('several chains', () => {
  const two: Scenario = {
    seed: 'both',
    spec,
    chains: { rollup: { spec: { ...spec, chainId: 10, blocks: 5 } } },
    endpoints: [
      { key: 'a' },
      { key: 'b', chain: 'rollup', head: 4 },
      { key: 'c', chain: 'rollup' },
    ],
    steps: [
      { waitFor: { method: 'eth_chainId' }, endpoint: 'b' },
      { reorg: { depth: 2 }, endpoint: 'b' },
      { reorg: { depth: 1, length: 1 } },
    ],
  }

  it('serves an endpoint of each, and moves them in one list of steps', async () => {
    const played = await play(two)
    const { a, b } = Object.fromEntries(played.endpoints)
    expect([a?.head.number, b?.head.number]).toEqual([8, 4])
    expect(await a?.request({ method: 'eth_chainId' })).toBe('0x539')
    expect(played.played).toBe(0)
    expect(await b?.request({ method: 'eth_chainId' })).toBe('0xa')
    await played.finished
    expect([a?.head.number, b?.head.number]).toEqual([8, 5])
    expect(played.truths).toEqual(['a', 'b'])
    expect(played.truth().at(-1)?.hash).toBe(a?.head.hash)
    expect(played.truth('b').at(-1)?.hash).toBe(b?.head.hash)
    expect(played.truth('c')).toHaveLength(6)
  })

  it('serves the chain of its first endpoint, whichever that is', async () => {
    const endpoints = [{ key: 'l2', chain: 'rollup' }, { key: 'l1' }]
    const played = await play({ ...two, endpoints, steps: [] })
    expect([played.server.chainId, played.chain.chainId]).toEqual([10, 10])
    expect(played.endpoints.get('l1')?.chainId).toBe(1337)
    expect(played.truth('l2').at(-1)?.hash).toBe(played.chains.get('rollup')?.head.hash)
    const alone = await play({ ...two, endpoints: [{ key: 'l2', chain: 'rollup' }], steps: [] })
    expect([...alone.chains.keys()]).toEqual(['rollup'])
  })

  it('derives the seed of a chain from that of the scenario and its name', async () => {
    const { chains } = await play(two, { seed: 'other' })
    const alone = await createChain({ ...spec, chainId: 10, blocks: 5, seed: 'other-rollup' })
    expect(chains.get('rollup')?.head.hash).toBe(alone.head.hash)
    expect([...chains.keys()]).toEqual([undefined, 'rollup'])
  })

  it.each<[string, Partial<Scenario>, string]>([
    [
      'an unknown chain',
      { endpoints: [{ key: 'a', chain: 'x' }] },
      "endpoints[0].chain: 'x' is none of chains: rollup",
    ],
    [
      'a lag behind another chain',
      { endpoints: [{ key: 'a' }, { key: 'b', chain: 'rollup', lag: { behind: 'a', blocks: 1 } }] },
      "endpoints[1].lag.behind: 'a' has another chain",
    ],
    [
      'a step that lags behind another chain',
      { steps: [{ lag: { behind: 'b', blocks: 1 } }] },
      "steps[0].lag.behind: there is no endpoint 'b'",
    ],
    [
      'a chain without endpoints',
      { endpoints: [{ key: 'a' }], steps: [] },
      'chains.rollup: none of endpoints has it',
    ],
    ['chains that are no object', { chains: null as never }, 'chains: '],
    [
      'a pool as truth',
      {
        endpoints: [{ key: 'a' }, { key: 'b', chain: 'rollup' }, { key: 'p', pool: { of: ['a'] } }],
        truth: 'p',
      },
      "truth[0]: 'p' is a pool: name one of its endpoints",
    ],
    [
      'a step at a pool',
      {
        endpoints: [{ key: 'a' }, { key: 'b', chain: 'rollup' }, { key: 'p', pool: { of: ['a'] } }],
        steps: [{ mine: 1, endpoint: 'p' }],
      },
      "steps[0].endpoint: 'p' is a pool: name one of its endpoints: a",
    ],
    ['two truths of one chain', { truth: ['b', 'c'] }, "truth[1]: 'c' has the same chain as 'b'"],
    [
      'a head above the chain',
      { endpoints: [{ key: 'b', chain: 'rollup', head: 6 }] },
      'endpoints[0].head: 6 is above the head of the chain, 5',
    ],
    [
      'a wrong spec',
      { chains: { rollup: { spec: { blocks: -1 } } } },
      'chains.rollup.spec.blocks: ',
    ],
  ])('refuses %s', async (_, part, message) => {
    await expect(play({ ...two, ...part })).rejects.toThrow(message)
  })
})
