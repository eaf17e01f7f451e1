import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, existsSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { callMethod } from '../support/callMethod.ts'
import { killRemaining, type RunningCli, startCli } from '../support/runCli.ts'
import { runCliInProcess } from '../support/runCliInProcess.ts'
import { temporaryFolder } from '../support/temporaryFolder.ts'
import { post, request } from '../support/transports.ts'
import { until } from '../support/until.ts'

afterAll(killRemaining)

const folder = temporaryFolder()

it('warns about other hosts, applies its limits and logs requests', async () => {
  const cli = await startCli(
    ['--json', '--port', '0', '--blocks', '2', '--api-key', 'not-to-be-seen', '--host', '0.0.0.0'],
    /^\{.*\}$/,
    { OMMER_LIMIT: 'batchSize=1,requestBytes=500', OMMER_LOG_LEVEL: 'info' },
  )
  const { http } = JSON.parse(cli.announced)
  const chainId = request('eth_chainId')
  expect(await (await post(http, `[${chainId},${chainId}]`)).text()).toContain('-32600')
  expect((await post(http, chainId.padEnd(501))).status).toBe(413)
  expect(await (await post(http, chainId)).text()).toContain('0x539')
  const { code, stderr } = await cli.stop('SIGTERM')
  expect(code).toBe(0)
  const [warning, ...lines] = stderr.trim().split('\n')
  expect(warning).toMatch(/^warning: listening on 0\.0\.0\.0/)
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { msg: 'refusal', reason: 'INVALID_REQUEST' },
    { msg: 'refusal', reason: 413 },
    { msg: 'request', key: 'no…', method: 'eth_chainId', result: 'ok' },
  ])
})

it('serves moves with --dev, from pages of this machine and of --cors', async () => {
  const args = ['--json', '--port', '0', '--blocks', '2', '--cors', 'https://a.example']
  const cli = await startCli([...args, '--client-version', 'anvil/1'], /^\{.*\}$/, {
    OMMER_DEV: 'true',
    OMMER_CORS: 'https://unused.example',
  })
  const { http } = JSON.parse(cli.announced)
  const mine = async (origin: string) => (await post(http, request('evm_mine'), { origin })).text()
  expect(await mine('http://localhost:5173')).toContain('"result":"0x0"')
  expect(await mine('https://a.example')).toContain('"result":"0x0"')
  expect(await mine('https://unused.example')).toContain('may not change endpoints')
  expect(await (await post(http, request('eth_blockNumber'))).text()).toContain('"0x4"')
  expect(await (await post(http, request('web3_clientVersion'))).text()).toContain('"anvil/1"')
  expect(await cli.stop('SIGTERM')).toMatchObject({ code: 0, stderr: '' })
})

it.each([
  ['those of Anvil by default', [], '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266'],
  [
    'those of a mnemonic',
    ['--mnemonic', 'legal winner thank year wave sausage worth useful legal winner thank yellow'],
    '0x58a57ed9d8d624cbd12e2c467d34787555bb1b25',
  ],
])('signs with --dev for %s', async (_which, args, address) => {
  const common = ['--json', '--port', '0', '--blocks', '2', '--chain-id', '0x7a69']
  const cli = await startCli([...common, '--dev', ...args], /^\{.*\}$/)
  const { http, accounts, chainId } = JSON.parse(cli.announced)
  expect([accounts[0].address, accounts.length, chainId]).toEqual([address, 20, 31337])
  const signed = await post(http, request('eth_signTransaction', [{ from: address, to: address }]))
  // Type 2, of this chain, with nonce 0.
  expect(await signed.json()).toMatchObject({ result: expect.stringMatching(/^0x02f8..827a6980/) })
  const foreign = { origin: 'https://unused.example' }
  const refused = await post(http, request('personal_sign', ['0x', address]), foreign)
  expect(await refused.text()).toContain('may not change endpoints or sign')
  expect(await cli.stop('SIGTERM')).toMatchObject({ code: 0 })
})

it('begins with --dev as Anvil and Hardhat do', async () => {
  const began = Math.floor(Date.now() / 1000)
  const cli = await startCli(['--json', '--port', '0', '--dev'], /^\{.*\}$/)
  const { http, chainId, head, accounts } = JSON.parse(cli.announced)
  expect([chainId, head.number, accounts.length]).toEqual([31337, 0, 10])
  const block = await callMethod<Record<string, string>>(http, 'eth_getBlockByNumber', '0x0', false)
  expect(block).toMatchObject({ gasLimit: '0x1c9c380', hash: head.hash })
  expect(Number(block.timestamp)).toBeGreaterThanOrEqual(began)
  expect(Number(block.timestamp)).toBeLessThanOrEqual(Date.now() / 1000)
  expect(await callMethod(http, 'web3_clientVersion')).toMatch(/^anvil\/ommer-v\d/)
  expect(await callMethod(http, 'eth_accounts')).toHaveLength(10)
  expect(await callMethod(http, 'eth_blobBaseFee')).toBe('0x1')
  const [account] = accounts
  expect(await callMethod(http, 'eth_getBalance', account.address, 'safe')).toBe(
    '0x21e19e0c9bab2400000',
  )
  const factory = '0x4e59b44847b379578588920cA78FbF26c0B4956C'
  // A salt of zeros, and code that deploys no code.
  const created = { from: account.address, to: factory, data: `0x${'00'.repeat(32)}` }
  const hash = await callMethod<string>(http, 'eth_sendTransaction', created)
  expect(await callMethod(http, 'eth_getTransactionReceipt', hash)).toMatchObject({
    status: '0x1',
    blockNumber: '0x1',
  })
  expect(await callMethod(http, 'eth_getBlockByNumber', 'finalized', false)).toEqual(block)
  expect(await cli.stop('SIGTERM')).toMatchObject({ code: 0, stderr: '' })
})

it.each([[[]], [['--workers', '2']]])('begins with --dev as its journal does %j', async (more) => {
  const journal = join(folder, `dev-${more.length}`)
  const args = ['--json', '--port', '0', '--dev', '--any-key', '--journal', journal, ...more]
  const blockOf = async (cli: RunningCli, key: string) => {
    const url = JSON.parse(cli.announced).http.replace(/dev$/, key)
    return callMethod<Record<string, string>>(url, 'eth_getBlockByNumber', '0x0', false)
  }
  const first = await startCli(args, /"ready"/)
  const url = JSON.parse(first.announced).http
  await callMethod(url, 'evm_mine')
  const blocks = await Promise.all(['a', 'b', 'c', 'd'].map((key) => blockOf(first, key)))
  expect(new Set(blocks.map(({ hash }) => hash)).size).toBe(1)
  await first.stop('SIGTERM')
  // At another second, it would begin with another genesis.
  await until(async () => Date.now() / 1000 > Number(blocks[0]?.timestamp) + 1)
  const second = await startCli(args, /"ready"/)
  expect(await blockOf(second, 'a')).toEqual(blocks[0])
  const again = JSON.parse(second.announced).http
  expect(await callMethod(again, 'eth_blockNumber')).toBe('0x1')
  await second.stop('SIGTERM')
})

it('generates the same chain with --dev and without, if accounts and gas limit are the same', async () => {
  const headOf = async (args: readonly string[]) => {
    const common = ['--json', '--port', '0', '--blocks', '2']
    const cli = await startCli([...common, ...args], /^\{.*\}$/)
    await cli.stop('SIGTERM')
    return JSON.parse(cli.announced).head
  }
  const plain = await headOf([])
  const same = ['--dev', '--mnemonic', 'none', '--gas-limit', '6000000']
  expect(await headOf(same)).toEqual(plain)
  expect(await headOf(['--dev'])).not.toEqual(plain)
})

it.each([
  [['--mnemonic', 'my own secret'], /^.*--mnemonic: want 12, 15, 18, 21 or 24 words/],
  [['--mnemonic', `${'test '.repeat(11)}test`], /^.*mnemonic: a word is not in the English list/],
  [['--host', '0.0.0.0', '--dev'], /^.*--dev: when the host is not a loopback address, it needs/],
  [['--host', '0.0.0.0', '--dev', '--api-key', 'dev'], /--dev: /],
  [['--cors', 'a.example'], /--cors: 'a\.example' is not an origin such as/],
  [['--cors', 'http://a.example,*'], /--cors: '\*' is not an origin/],
  [
    ['--cors', 'https://*.example'],
    /--cors: 'https:\/\/\*\.example' is not an origin .*: list each/,
  ],
  [
    ['--cors', 'null'],
    /--cors: pages without an origin .*: serve the page from http:\/\/localhost$/m,
  ],
  [
    ['--cors', 'https://a.example'],
    /--cors: it needs dev \(--dev\) or control \(--control\) beside/,
  ],
  [['--no-mining'], /^.*--no-mining: it needs dev \(--dev\)$/m],
  [
    ['--dev', '--no-mining', '--block-time', '2'],
    /^.*--no-mining: it cannot be combined with miningInterval \(--block-time\)$/m,
  ],
  [['--chain-id', '0x'], /--chain-id: '0x' is not a whole number from 1 to 281474976710656$/m],
])('refuses %j in one line', async (args, message) => {
  const { code, stderr } = await runCliInProcess([...args, '--port', '0', '--blocks', '2'])
  expect([code, stderr]).toEqual([1, expect.stringMatching(message)])
  expect(stderr.trim()).not.toContain('\n')
})

const fullDevice = '/dev/full'

it.skipIf(!existsSync(fullDevice)).for(['a full disk', 'a pipe that nobody reads'])(
  'continues when its log is %s',
  async (name) => {
    const log: number | 'pipe' = name === 'a full disk' ? openSync(fullDevice, 'w') : 'pipe'
    const args = ['--json', '--port', '0', '--blocks', '2', '--no-cache', '--log-level', 'info']
    const child = spawn(process.execPath, ['dist/cli.js', ...args], {
      stdio: ['ignore', 'pipe', log],
    })
    if (typeof log === 'number') closeSync(log)
    const [line] = await once(child.stdout as NonNullable<typeof child.stdout>, 'data')
    const { http } = JSON.parse(String(line))
    const chainId = request('eth_chainId')
    // Some of these fill the pipe and the log's own queue.
    const batch = `[${Array(1000).fill(chainId)}]`
    let dropped = 0
    while (dropped === 0) {
      expect((await post(http, batch)).status).toBe(200)
      const metrics = await (await fetch(new URL('/metrics', http))).text()
      dropped = Number(/^ommer_log_lines_dropped_total (\d+)$/m.exec(metrics)?.[1])
    }
    expect((await post(http, batch)).status).toBe(200)
    const exit = once(child, 'exit')
    child.kill('SIGTERM')
    expect(await exit).toEqual([0, null])
  },
)
