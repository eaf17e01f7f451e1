import { once } from 'node:events'
import { createServer, type Server as NetServer } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createChain } from '../src/index.ts'
import { version } from '../src/version.ts'
import { holdConnections } from './support/holdConnections.ts'
import { killRemaining, type RunningCli, runCli, startCli } from './support/runCli.ts'
import { refusalOf, runCliInProcess } from './support/runCliInProcess.ts'
import { post, request } from './support/transports.ts'

// Starting a process takes a while, so each serves several tests.

interface Ready {
  readonly event: string
  readonly http: string
  readonly ws: string
  readonly seed: string
  readonly chainId: number
  readonly head: { readonly number: number; readonly hash: string }
  readonly control?: string
}

interface Reply {
  readonly result?: unknown
  readonly error?: { readonly code: number }
}

const jsonLine = /^\{.*\}$/
const curlLine = /^ *curl .*$/

afterAll(killRemaining)

describe('ommer serve --json', () => {
  let cli: RunningCli
  let ready: Ready
  const start = () =>
    startCli(
      [
        ...'serve --json --port 0 --host 127.0.0.1 --blocks 24 --preset pow'.split(' '),
        ...'--api-key first --api-key second:infura --dialect geth --methods core'.split(' '),
        '--seed',
        'command line',
        // If a close waited for connected clients, it would take days, and the test would time out.
        ...['closeSeconds', 'idleSeconds', 'requestSeconds', 'heartbeatSeconds'].flatMap((name) => [
          '--limit',
          `${name}=1000000`,
        ]),
      ],
      jsonLine,
    )

  beforeAll(async () => {
    cli = await start()
    ready = JSON.parse(cli.announced)
  })

  it('prints all addresses', async () => {
    const chain = await createChain({ seed: 'command line', blocks: 24, preset: 'pow' })
    const { port } = new URL(ready.http)
    expect(ready).toStrictEqual({
      event: 'ready',
      http: `http://127.0.0.1:${port}/v3/first`,
      ws: `ws://127.0.0.1:${port}/ws/v3/first`,
      seed: 'command line',
      chainId: 1337,
      head: { number: 24, hash: chain.tree.head.hash },
      contracts: [...new Set(chain.contracts.map(({ role }) => role))].map((role) => {
        const { abi: _, ...contract } = chain.contract(role)
        return contract
      }),
      contractsUrl: `http://127.0.0.1:${port}/contracts/first`,
      explorer: `http://127.0.0.1:${port}/explorer/first`,
      accounts: chain.accounts,
      endpoints: ['first', 'second'].map((key) => ({
        key,
        chainId: 1337,
        http: `http://127.0.0.1:${port}/v3/${key}`,
        ws: `ws://127.0.0.1:${port}/ws/v3/${key}`,
        contractsUrl: `http://127.0.0.1:${port}/contracts/${key}`,
        explorer: `http://127.0.0.1:${port}/explorer/${key}`,
      })),
    })
    expect(Number(port)).toBeGreaterThan(0)
  })

  it('serves each --api-key, and no other', async () => {
    expect(await statusOf(ready.http)).toBe(200)
    expect(await statusOf(withKey(ready.http, 'second'))).toBe(200)
    expect(await statusOf(withKey(ready.http, 'dev'))).toBe(401)
  })

  it('writes the --dialect, or the one after the colon of a key', async () => {
    const latest = ['eth_getBlockByNumber', ['latest', false]] as const
    const { result } = await ask(ready.http, ...latest)
    expect(result).toMatchObject({ hash: ready.head.hash })
    expect(result).not.toHaveProperty('totalDifficulty')
    const second = await ask(withKey(ready.http, 'second'), ...latest)
    expect(second.result).toHaveProperty('totalDifficulty')
  })

  it('serves the --methods', async () => {
    const { error } = await ask(ready.http, 'eth_blockNumber')
    expect(error?.code).toBe(-32601)
  })

  it('exits with 0 on SIGINT with clients connected, and has written nothing but the line', async () => {
    const other = await start()
    const { http, ws } = JSON.parse(other.announced) as Ready
    const allClosed = await holdConnections(http, ws)
    const exit = await other.stop('SIGINT')
    expect(exit).toStrictEqual({ code: 0, signal: null, stdout: other.announced, stderr: '' })
    expect(other.announced).toMatch(/^\{.*\}\n$/)
    await allClosed()
    await expectFree(http)
  })
})

describe('ommer', () => {
  let cli: RunningCli

  beforeAll(async () => {
    // An empty variable, or one that is off, counts as not set.
    const env = { OMMER_SEED: '', OMMER_PRESET: '', OMMER_API_KEY: '', OMMER_BLOCK_TIME: '' }
    cli = await startCli(['--port', '0', '--blocks', '24'], curlLine, {
      ...env,
      OMMER_JSON: '0',
      OMMER_ANY_KEY: 'false',
      OMMER_CONTROL: 'true',
    })
  })

  it('prints all that a user needs', async () => {
    const { tree, accounts } = await createChain({ seed: 'ommer', blocks: 24 })
    const url = urlInBanner(cli.announced)
    const { host } = new URL(url)
    for (const part of [
      version,
      `http://${host}/v3/dev`,
      `ws://${host}/ws/v3/dev`,
      `http://${host}/v3/geth (the same chain in geth's JSON, for clients in Go and Rust)`,
      `ws://${host}/ws/v3/geth`,
      `http://${host}/control/dev`,
      `24 ${tree.head.hash}`,
      ...accounts.flatMap(({ address, privateKey }) => [address, privateKey]),
    ]) {
      expect(cli.announced).toContain(part)
    }
    expect(accounts).toHaveLength(10)
    expect(cli.announced).toMatch(/seed\W+ommer$/im)
    expect(cli.announced).toMatch(/preset\W+history$/im)
    expect(cli.announced).toMatch(/chain id\W+1337$/im)
  })

  it('prints a request that works, and returns a block with an uncle', async () => {
    const { url, header, body } = requestInBanner(cli.announced)
    const response = await fetch(url, {
      method: 'POST',
      headers: [header.split(': ') as [string, string]],
      body,
    })
    const { result } = (await response.json()) as { result: { uncles: string[] } }
    expect(result.uncles.length).toBeGreaterThan(0)
  })

  it('accepts dev and geth, and no other key', async () => {
    const url = urlInBanner(cli.announced)
    expect(await statusOf(withKey(url, 'geth'))).toBe(200)
    expect(await statusOf(withKey(url, 'other'))).toBe(401)
  })

  it('exits with 0 on SIGTERM, and draws no progress bar without a terminal', async () => {
    const other = await startCli(['--port', '0', '--blocks', '3'], curlLine)
    expect(await other.stop('SIGTERM')).toMatchObject({ code: 0, signal: null, stderr: '' })
    await expectFree(urlInBanner(other.announced))
  })
})

describe('ommer with OMMER_* variables', () => {
  let cli: RunningCli
  let ready: Ready

  beforeAll(async () => {
    cli = await startCli(['--dialect', 'infura', '--methods', 'all'], jsonLine, {
      OMMER_SEED: '42',
      OMMER_BLOCKS: '5',
      OMMER_PRESET: 'pow',
      OMMER_PORT: '0',
      OMMER_HOST: 'localhost',
      OMMER_API_KEY: 'first,second:geth',
      OMMER_DIALECT: 'geth',
      OMMER_METHODS: 'core',
      OMMER_BLOCK_TIME: '0.02',
      OMMER_JSON: '1',
    })
    ready = JSON.parse(cli.announced)
  })

  afterAll(() => cli.stop('SIGTERM'))

  it('applies them', async () => {
    const chain = await createChain({ seed: 42, blocks: 5, preset: 'pow' })
    const { port } = new URL(ready.http)
    expect(ready).toMatchObject({
      http: `http://localhost:${port}/v3/first`,
      seed: '42',
      head: { number: 5, hash: chain.tree.head.hash },
    })
    expect(port).not.toBe('8545')
    expect(await statusOf(withKey(ready.http, 'second'))).toBe(200)
    expect(await statusOf(withKey(ready.http, 'dev'))).toBe(401)
  })

  it('prefers an option over its variable', async () => {
    const { result } = await ask(ready.http, 'eth_getBlockByNumber', ['0x0', false])
    expect(result).toHaveProperty('totalDifficulty')
    expect(await ask(ready.http, 'eth_chainId')).toMatchObject({ result: '0x539' })
  })

  it('mines the next block every --block-time', async () => {
    while ((await headOf(ready.http)) < 8) {}
    const chain = await createChain({ seed: 42, blocks: 8, preset: 'pow' })
    const { result } = await ask(ready.http, 'eth_getBlockByNumber', ['0x8', false])
    expect(result).toMatchObject({ hash: chain.tree.head.hash })
  })
})

describe('ommer --any-key', () => {
  let cli: RunningCli
  let ready: Ready

  beforeAll(async () => {
    const args = ['--any-key', '--json', '--port', '0', '--seed', 'command line']
    cli = await startCli(args, jsonLine, { OMMER_BLOCKS: '24', OMMER_CONTROL_TOKEN: 'sesame' })
    ready = JSON.parse(cli.announced)
  })

  afterAll(() => cli.stop('SIGTERM'))

  it('serves every well-formed key, geth among them', async () => {
    expect(ready.http).toMatch(/\/v3\/dev$/)
    expect(ready).not.toHaveProperty('geth')
    expect(await statusOf(ready.http)).toBe(200)
    expect(await statusOf(withKey(ready.http, 'worker-1'))).toBe(200)
    expect(await statusOf(withKey(ready.http, 'a%20b'))).toBe(401)
  })

  it('prints the control address last, with its token', async () => {
    const { control = '' } = ready
    expect(Object.keys(ready).at(-1)).toBe('control')
    expect(control).toBe(ready.http.replace('/v3/', '/control/'))
    const url = withKey(control, 'moved')
    expect(await statusOf(url)).toBe(401)
    const authorization = 'Bearer sesame'
    const response = await post(url, request('anvil_rollback', [2]), { authorization })
    expect(await response.json()).toEqual({ jsonrpc: '2.0', id: 1, result: null })
    expect(await ask(withKey(ready.http, 'moved'), 'eth_blockNumber')).toEqual(
      expect.objectContaining({ result: '0x16' }),
    )
  })

  it('creates the same chain from one seed, in every process and under every key', async () => {
    const { tree } = await createChain({ seed: 'command line', blocks: 24 })
    expect(ready.head).toEqual({ number: 24, hash: tree.head.hash })
    expect(
      await ask(withKey(ready.http, 'worker-2'), 'eth_getBlockByNumber', ['latest', false]),
    ).toMatchObject({ result: { hash: tree.head.hash } })
  })
})

describe('ommer with impossible options', () => {
  it.each<[string, string[]]>([
    ['unknown option', ['--bogus']],
    ['unknown command', ['frobnicate']],
    ['serve', ['--port', '0', 'serve']],
    ['--blocks', ['--blocks', 'many']],
    ['--limit', ['--limit', 'batchSize']],
    ['--limit bogus', ['--limit', 'bogus=1']],
    ['--load-limit', ['--load', 'fixtures/pow', '--load-limit', 'bogus=1']],
    ['--log-level', ['--log-level', 'loud']],
    ['host', ['--host', '']],
    ['--dialect', ['--dialect', 'nonesuch']],
    ['--methods', ['--methods', 'nonesuch']],
    ['--api-key', ['--api-key', 'no/key']],
    ['--api-key', ['--api-key', 'a:parity']],
    ['--api-key', ['--api-key', 'a', '--api-key', 'a:geth']],
    ['--control-token', ['--control-token', 'two words']],
  ])('names %s in a one-line error', async (named, args) => {
    expect(await refusalOf(args)).toContain(named)
  })
})

describe.concurrent('ommer with a wrong option', () => {
  it.each<[string, string[], Record<string, string>?]>([
    [
      '--control needs --control-token when --host is not a loopback address',
      ['--host', '0.0.0.0', '--control'],
    ],
    [
      "--limit batchSize: 'x' is not a whole number from 1 to 2147483647",
      ['--limit', 'batchSize=x'],
    ],
    [
      "--load-limit partBytes: 'x' is not a whole number from 1 to 134217728",
      ['--load', 'fixtures/pow', '--load-limit', 'partBytes=x'],
    ],
    ['--seed: it is empty; want an integer or a non-empty string', ['--seed', '']],
    ["--port: 'x' is not a whole number from 0 to 65535", ['--port', 'x']],
    ["OMMER_PORT: 'x' is not a whole number from 0 to 65535", [], { OMMER_PORT: 'x' }],
    [
      "--preset: 'histroy' is none of: history, eras, pow, latest, amsterdam; did you mean history?",
      ['--preset', 'histroy'],
    ],
    ['--block-time: 0 is not a number of seconds from 0.001 to 2000000', ['--block-time', '0']],
    [
      'src/manifest.json: there is no such file, nor genesis.json and chain.rlp: this folder has no chain',
      ['--load', 'src', '--port', '0'],
    ],
    ['nope.yaml: there is no such file', ['--scenario', 'nope.yaml']],
    ['/dev/null: it is not a folder: name another', ['export', '--out', '/dev/null']],
    ['.: it is, or contains, the current folder: choose another', ['export', '--out', '.']],
    [
      "--format: 'jsn' is none of: json, bundle, cassette, io, hive, blockchain-test; did you mean json?",
      ['export', '--out', 'nowhere', '--format', 'hive,jsn'],
    ],
    [
      "--from: '1.5x' is not a whole number of at least 0",
      'record --rpc http://127.0.0.1:1 --to 1 --out nowhere --from 1.5x'.split(' '),
    ],
    [
      "--to: 'pending' is not a number, latest, safe, finalized",
      'record --rpc http://127.0.0.1:1 --to pending --out nowhere --from 1'.split(' '),
    ],
  ])('prints %s', async (problem, args, env) => {
    expect(await runCli(args, env)).toMatchObject({
      code: 1,
      stdout: '',
      stderr: `error: ${problem}\n`,
    })
  })
})

describe('ommer stopped before it serves', () => {
  it.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
    'exits on %s with 0, and has written nothing',
    async (signal) => {
      // The signal arrives before the slow modules are loaded: main.ts listens to stdout first.
      const preload = `process.stdout.once('newListener', () => process.kill(process.pid, '${signal}'))`
      const preloadUrl = `data:text/javascript,${encodeURIComponent(preload)}`
      const env = { NODE_OPTIONS: `--import=${preloadUrl}` }
      expect(await runCli(['--port', '0'], env)).toStrictEqual({
        code: 0,
        signal: null,
        stdout: '',
        stderr: '',
      })
    },
  )
})

describe('ommer on a port in use', () => {
  let other: NetServer

  afterEach(() => other.close())

  it('prints a one-line error', async () => {
    other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    const { port } = other.address() as { port: number }
    const { code, stdout, stderr } = await runCli(['--blocks', '0', '--port', `${port}`])
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toMatch(/^error: [^\n]+\n$/)
    expect(stderr).toContain(`${port}`)
  })
})

describe('ommer --help and --version', () => {
  it('print the version', async () => {
    expect(await runCli(['--version'])).toMatchObject({
      code: 0,
      stdout: `${version}\n`,
      stderr: '',
    })
  })

  it('print the commands with the main options, and all options of a command', async () => {
    const short = await runCliInProcess(['--help'])
    const whole = await runCliInProcess(['serve', '--help'])
    expect(short).toMatchObject({ code: 0, stderr: '' })
    expect(whole).toMatchObject({ code: 0, stderr: '' })
    for (const name of ['serve', 'export', 'record', 'verify', 'spec']) {
      expect(short.stdout).toMatch(new RegExp(`^  ${name} `, 'm'))
    }
    const main =
      'seed blocks preset spec load scenario block-time port api-key any-key dev control json'
    for (const name of main.split(' ')) {
      expect(short.stdout).toMatch(new RegExp(`^  --${name} `, 'm'))
      expect(whole.stdout).toMatch(new RegExp(`^  --${name} `, 'm'))
    }
    for (const name of ['host', 'dialect', 'methods', 'gas-limit', 'exit-on-stdin-close']) {
      expect(short.stdout).not.toMatch(new RegExp(`^  --${name} `, 'm'))
      expect(whole.stdout).toMatch(new RegExp(`^  --${name} `, 'm'))
    }
    expect(short.stdout).toContain('ommer serve --help')
  })

  it('print choices and defaults, and say once how variables stand for options', async () => {
    const { stdout } = await runCliInProcess(['serve', '--help'])
    const text = stdout.replaceAll(/\s+/g, ' ')
    expect(text).toContain('(choices: history, eras, pow, latest, amsterdam; default: history)')
    expect(text).toContain('(default: safe=32,finalized=64)')
    expect(text).toContain('0 to 10000. As in 8-12. --')
    expect(text).toContain(' requestValues=50000, batchSize=1000, ')
    expect(text).toContain(' logRange, logResults)')
    expect(text.match(/OMMER_/g)).toHaveLength(2)
    expect(text).toContain('OMMER_<OPTION>')
  })

  it.each([
    [],
    ['serve'],
    ['anvil'],
    ['export'],
    ['record'],
    ['verify'],
    ['draw'],
    ['spec'],
    ['journal', 'show'],
    ['journal', 'check'],
    ['journal', 'export'],
    ['hunt'],
  ])('name no file of the repository: %s %s', async (...args) => {
    const { code, stdout } = await runCliInProcess([...args, '--help'])
    expect(code).toBe(0)
    expect(stdout).not.toMatch(/docs\/|\.md\b|scripts\/|dist\/|npm run|node_modules/)
  })
})

async function ask(url: string, method: string, params: readonly unknown[] = []): Promise<Reply> {
  return (await (await post(url, request(method, params))).json()) as Reply
}

async function statusOf(url: string): Promise<number> {
  const response = await post(url, request('eth_getBlockByNumber', ['0x0', false]))
  await response.arrayBuffer()
  return response.status
}

async function headOf(url: string): Promise<number> {
  const { result } = await ask(url, 'eth_blockNumber')
  return Number(result)
}

function withKey(url: string, key: string): string {
  return url.replace(/[^/]*$/, key)
}

function requestInBanner(banner: string): { url: string; header: string; body: string } {
  const found = /curl .*?(?<url>http:\S+) -H '(?<header>[^']+)' -d '(?<body>[^']+)'/.exec(banner)
  if (!found?.groups) throw new Error('the banner has no request to copy')
  return found.groups as { url: string; header: string; body: string }
}

function urlInBanner(banner: string): string {
  return requestInBanner(banner).url
}

/** Checks that another server can listen on the port. */
async function expectFree(url: string): Promise<void> {
  const server = createServer().listen(Number(new URL(url).port), '127.0.0.1')
  await once(server, 'listening')
  server.close()
}
