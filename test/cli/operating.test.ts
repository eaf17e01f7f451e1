import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, existsSync, openSync } from 'node:fs'
import { afterAll, expect, it } from 'vitest'
import { killRemaining, startCli } from '../support/runCli.ts'
import { runCliInProcess } from '../support/runCliInProcess.ts'
import { post, request } from '../support/transports.ts'

afterAll(killRemaining)

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
  expect(await signed.json()).toMatchObject({ result: { tx: { chainId: '0x7a69', nonce: '0x0' } } })
  const foreign = { origin: 'https://unused.example' }
  const refused = await post(http, request('personal_sign', ['0x', address]), foreign)
  expect(await refused.text()).toContain('may not change endpoints or sign')
  expect(await cli.stop('SIGTERM')).toMatchObject({ code: 0 })
})

it('generates the same chain with --dev and without, if there is no mnemonic', async () => {
  const headOf = async (args: readonly string[]) => {
    const common = ['--json', '--port', '0', '--blocks', '2']
    const cli = await startCli([...common, ...args], /^\{.*\}$/)
    await cli.stop('SIGTERM')
    return JSON.parse(cli.announced).head
  }
  const plain = await headOf([])
  expect(await headOf(['--dev', '--mnemonic', 'none'])).toEqual(plain)
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
