import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../../bench/freePort.ts'
import type { importBuilt } from '../../build/built.ts'
import { GethNode } from '../geth/gethNode.ts'
import { findGeth } from '../geth/gethProgram.ts'

// Two geths at different heads behind nginx, beside a pool of two endpoints at the same heads: each question is asked many
// times, and the kinds of answers must be the same.

const HEAD = 20
const LAG = 3

/** So often that each of two replicas is met. */
const TIMES = 24

type Ask = (method: string, params: readonly unknown[]) => Promise<string>

/** @returns a line for each question; a reason instead where a program is not installed */
export async function compareWithGeths(
  { createChain, serve, exportChain }: Awaited<ReturnType<typeof importBuilt>>,
  seed: string,
): Promise<string[]> {
  const geth = findGeth()
  if (geth === undefined) return ['skipped: needs geth, or Go to build it']
  if (!isInstalled('nginx')) return ['skipped: nginx is not installed']
  const scratch = mkdtempSync(join(tmpdir(), 'ommer-pool-'))
  const stops: (() => unknown)[] = []
  try {
    const urls: string[] = []
    for (const blocks of [HEAD, HEAD - LAG]) {
      const chain = await createChain({ seed, preset: 'latest', blocks })
      const files = join(scratch, `${blocks}`)
      await exportChain(chain, files, { format: 'hive' })
      const node = await GethNode.start(geth, join(files, 'genesis.json'), chain.chainId, scratch)
      stops.push(() => node.stop())
      await node.importBlocks(join(files, 'chain.rlp'))
      urls.push(node.url)
    }
    const proxy = await startNginx(scratch, urls)
    stops.push(() => proxy.process.kill())
    const chain = await createChain({ seed, preset: 'latest', blocks: HEAD })
    const server = await serve(chain, { port: 0, methods: 'all', dialect: 'geth', apiKeys: ['a'] })
    stops.push(() => server.close())
    server.endpoint('b', { dialect: 'geth', lag: { behind: 'a', blocks: LAG } })
    const pool = server.endpoint('pool', { pool: { of: ['a', 'b'] } })
    return await compare(askerAt(proxy.url), askerAt(pool.url))
  } finally {
    for (const stop of stops.reverse()) await stop()
    rmSync(scratch, { recursive: true, force: true })
  }
}

const hex = (number: number) => `0x${number.toString(16)}`

const questions: readonly (readonly [method: string, params: readonly unknown[]])[] = [
  ['eth_blockNumber', []],
  ['eth_getBlockByNumber', [hex(HEAD), false]],
  ['eth_getBlockByNumber', ['latest', true]],
  ['eth_getBlockReceipts', [hex(HEAD)]],
  ['eth_getLogs', [{ fromBlock: '0x0', toBlock: hex(HEAD) }]],
  ['eth_getLogs', [{ fromBlock: '0x0', toBlock: 'latest' }]],
  ['eth_getBalance', [`0x${'11'.repeat(20)}`, hex(HEAD)]],
  ['eth_getTransactionCount', [`0x${'11'.repeat(20)}`, 'latest']],
]

async function compare(askGeths: Ask, askPool: Ask): Promise<string[]> {
  const lines: string[] = []
  for (const [method, params] of questions) {
    lines.push(
      lineOf(method, await kinds(askGeths, method, params), await kinds(askPool, method, params)),
    )
  }
  const [gethId, poolId] = [await filterAt(askGeths), await filterAt(askPool)]
  const polls = [
    await kinds(askGeths, 'eth_getFilterChanges', [gethId]),
    await kinds(askPool, 'eth_getFilterChanges', [poolId]),
  ] as const
  lines.push(lineOf('eth_getFilterChanges', ...polls))
  return lines
}

async function filterAt(ask: Ask): Promise<unknown> {
  return JSON.parse(await ask('eth_newBlockFilter', []))
}

/** The different answers to a question that is asked many times. */
async function kinds(ask: Ask, method: string, params: readonly unknown[]): Promise<Set<string>> {
  const found = new Set<string>()
  for (let time = 0; time < TIMES; time++) found.add(await ask(method, params))
  return found
}

function lineOf(method: string, geths: ReadonlySet<string>, pool: ReadonlySet<string>): string {
  const isSame = geths.size === pool.size && [...geths].every((answer) => pool.has(answer))
  if (isSame) return `${method.padEnd(24)} ${geths.size} kinds of answers, the same`
  process.exitCode = 1
  const shown = (answers: ReadonlySet<string>) => [...answers].map((each) => each.slice(0, 120))
  return `${method.padEnd(24)} DIFFERENT: geths ${shown(geths)}; pool ${shown(pool)}`
}

/** Answers as JSON: the result, or code and message of the error. */
function askerAt(url: string): Ask {
  return async (method, params) => {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    })
    const { result, error } = (await response.json()) as {
      readonly result?: unknown
      readonly error?: { readonly code: number; readonly message: string }
    }
    return error === undefined ? JSON.stringify(result, sorted) : `${error.code} ${error.message}`
  }
}

/** The members of objects in one order, whatever the server's is. */
function sorted(_: string, value: unknown): unknown {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
  return isObject ? Object.fromEntries(Object.entries(value).sort()) : value
}

function isInstalled(program: string): boolean {
  try {
    execFileSync(program, ['-v'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

/** nginx that passes each request to the next of some servers. */
async function startNginx(
  scratch: string,
  urls: readonly string[],
): Promise<{ readonly url: string; readonly process: ChildProcess }> {
  const port = await freePort()
  const file = join(scratch, 'nginx.conf')
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${join(scratch, name)};`)
    .join(' ')
  writeFileSync(
    file,
    `daemon off; pid ${join(scratch, 'nginx.pid')}; error_log stderr crit; events {}
http { access_log off; ${paths}
  upstream nodes { ${urls.map((url) => `server ${new URL(url).host};`).join(' ')} }
  server { listen 127.0.0.1:${port}; location / { proxy_pass http://nodes; proxy_set_header Host localhost; } } }`,
  )
  const process = spawn('nginx', ['-c', file, '-p', scratch], { stdio: 'ignore' })
  const url = `http://127.0.0.1:${port}`
  for (let attempt = 0; attempt < 100; attempt++) {
    const isUp = await fetch(url, { method: 'POST' }).then(
      () => true,
      () => false,
    )
    if (isUp) break
    await sleep(100)
  }
  return { url, process }
}
