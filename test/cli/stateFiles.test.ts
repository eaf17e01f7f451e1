import { readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { killRemaining, runCli, startCli } from '../support/runCli.ts'
import { runCliInProcess } from '../support/runCliInProcess.ts'
import { temporaryFolder } from '../support/temporaryFolder.ts'

const OF_ANVIL = new URL('../data/anvil/state.json', import.meta.url).pathname
const ACCOUNT = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266'
const TO = '0x70997970c51812dc3a010c7d01b50e0d17dc79c8'

afterAll(killRemaining)

async function start(...args: string[]) {
  const cli = await startCli(['--dev', '--port', '0', '--json', ...args], /^\{"event":"ready"/)
  const { http } = JSON.parse(cli.announced) as { http: string }
  return { cli, url: http }
}

async function ask(url: string, method: string, ...params: unknown[]): Promise<unknown> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(url, { method: 'POST', headers, body })
  return ((await response.json()) as { result?: unknown }).result
}

const send = (url: string, value: string) =>
  ask(url, 'eth_sendTransaction', { from: ACCOUNT, to: TO, value })

const best = async (file: string): Promise<unknown> =>
  (JSON.parse(await readFile(file, 'utf8')) as { best_block_number: unknown }).best_block_number

describe('--state', () => {
  it('writes the state when the server stops, and goes on from it', async () => {
    const file = join(temporaryFolder(), 'state.json')
    const first = await start('--state', file)
    await send(first.url, '0x1')
    const block = await ask(first.url, 'eth_getBlockByNumber', 'latest', true)
    expect((await first.cli.stop('SIGTERM')).code).toBe(0)
    expect(await best(file)).toBe(1)

    const second = await start('--state', file)
    expect(await ask(second.url, 'eth_getBlockByNumber', 'latest', true)).toEqual(block)
    await send(second.url, '0x2')
    expect(await ask(second.url, 'eth_getBalance', TO, 'latest')).toBe('0x21e19e0c9bab2400003')
    expect((await second.cli.stop('SIGTERM')).code).toBe(0)
    expect(await best(file)).toBe(2)
  })

  it('may be a folder, and is written at intervals', async () => {
    const folder = temporaryFolder()
    const file = join(folder, 'state.json')
    const { cli, url } = await start('--state', folder, '--state-interval', '1')
    await send(url, '0x1')
    await vi.waitFor(async () => expect(await best(file)).toBe(1), { timeout: 60_000 })
    await cli.stop('SIGKILL')
  })
})

describe('ommer anvil', () => {
  it("loads Anvil's state, and dumps it", async () => {
    const file = join(temporaryFolder(), 'dump.json')
    const args = ['-p', '0', '--load-state', OF_ANVIL, '--dump-state', file]
    const cli = await startCli(args, /^Listening on /, {}, 'dist/anvil.js')
    const url = `http://${/^Listening on (.*)$/m.exec(cli.announced)?.[1]}`
    expect(await ask(url, 'eth_blockNumber')).toBe('0x5')
    await send(url, '0x1')
    expect((await cli.stop('SIGINT')).code).toBe(0)
    expect(await best(file)).toBe(6)
  })
})

describe('the files', () => {
  const missing = join(temporaryFolder(), 'missing', 'state.json')
  const broken = join(temporaryFolder(), 'broken.json')

  it.each([
    [['--dump-state', 'x.json'], 'error: --dump-state: only --dev has a state of its own to write'],
    [
      ['--dev', '--state-interval', '2'],
      'error: --state-interval: it needs --state or --dump-state, which name the file',
    ],
    [['--dev', '--dump-state', missing], 'error: --dump-state: cannot write there: '],
    [['--dev', '--load-state', missing], `error: ${missing}: no such file`],
    [['--dev', '--state', broken], `error: ${broken}: it is not JSON`],
  ])('of %j are refused', async (args, problem) => {
    await writeFile(broken, '{')
    const { code, stdout, stderr } = await runCli([...args, '--port', '0'])
    expect([code, stdout]).toEqual([1, ''])
    expect(stderr).toMatch(/^[^\n]+\n$/)
    expect(stderr.startsWith(problem)).toBe(true)
  })

  it.each([
    ['--load-state', 'x', '--gas-limit', '5000000'],
    ['--load-state', 'x', '--load', 'y'],
    ['--state', 'x', '--journal', 'y'],
    ['--dump-state', 'x', '--workers', '2'],
  ])('cannot be combined: %s %s %s %s', async (...args) => {
    const { code, stderr } = await runCliInProcess(['--dev', ...args])
    expect(code).toBe(1)
    expect(stderr).toMatch(/^error: option '[^']+' cannot be used with option '[^']+'\n$/)
  })

  it('is not left half written', async () => {
    const file = join(temporaryFolder(), 'state.json')
    const { cli } = await start('--dump-state', file)
    await cli.stop('SIGTERM')
    await expect(stat(`${file}.new`)).rejects.toMatchObject({ code: 'ENOENT' })
    expect(await best(file)).toBe(0)
  })
})
