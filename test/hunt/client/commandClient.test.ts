import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startedClient } from '../../../src/hunt/client/client.ts'
import { commandClient } from '../../../src/hunt/client/commandClient.ts'
import { temporaryFolder } from '../../support/temporaryFolder.ts'

const dir = temporaryFolder()
const server = {
  url: 'http://127.0.0.1:1/v3/a',
  wsUrl: 'ws://127.0.0.1:1/ws/v3/a',
  urls: ['http://127.0.0.1:1/v3/a', 'http://127.0.0.1:1/v3/b'],
  chainId: 1337,
  contracts: ['0xaa', '0xbb'],
  chains: [{ chainId: 1337, url: 'http://a', wsUrl: 'ws://a', contracts: ['0xaa'] }],
  dir,
  id: 'h1',
}

const rowsOf = (rows: string) => commandClient({ run: 'true', rows }).rows(server)

test.each([
  ['echo {url} {wsUrl}', `${server.url} ${server.wsUrl}\n`],
  ['echo {urls}', `${server.urls.join(',')}\n`],
  ['echo {chainId} {contracts} {id} {other}', '1337 0xaa,0xbb h1 {other}\n'],
  [
    'echo $OMMER_HUNT_CHAINS',
    '[{"chainId":1337,"url":"http://a","wsUrl":"ws://a","contracts":["0xaa"]}]\n',
  ],
  ['echo $OMMER_HUNT_URL $OMMER_HUNT_CHAIN_ID', `${server.url} 1337\n`],
  ['echo $OMMER_HUNT_WS_URL', `${server.wsUrl}\n`],
])('fills in %s', async (command, printed) => {
  expect(await rowsOf(command)).toBe(printed)
})

test('says why a command has failed, by its last line', async () => {
  await expect(rowsOf('echo one >&2; echo two >&2; exit 4')).rejects.toMatchObject({
    code: 'CLIENT_FAILED',
    message: "--rows 'echo one >&2; echo two >&2; exit 4': two",
  })
})

test('says why a client has ended, and what it printed', async () => {
  const client = startedClient(commandClient({ run: 'echo gone; exit 5', rows: '' }).start(server))
  expect(await client.ended).toBe('exit code 5')
  expect(client.output?.()).toBe('gone\n')
})

test('stops a client with all that it has started', async () => {
  const file = join(dir, 'pid')
  const run = `sleep 1000 & echo $! > ${file}; wait`
  const client = startedClient(commandClient({ run, rows: '' }).start(server))
  await expect.poll(() => existsSync(file) && readFileSync(file, 'utf8').trim()).toBeTruthy()
  const pid = Number(readFileSync(file, 'utf8'))
  await client.stop?.('kill')
  expect(await client.ended).toBe('signal SIGKILL')
  await expect.poll(() => isRunning(pid)).toBe(false)
})

test('lets a client end by itself when it is stopped', async () => {
  const run = `trap 'echo bye; exit 0' TERM; echo up; while :; do sleep 0.05; done`
  const client = startedClient(commandClient({ run, rows: '' }).start(server))
  await expect.poll(() => client.output?.()).toContain('up')
  await client.stop?.('stop')
  expect(client.output?.()).toContain('bye')
  expect(await client.ended).toBe('exit code 0')
})

test('waits for what the shell has started, too', async () => {
  const slow = `process.on('SIGTERM', () => setTimeout(() => { console.log('flushed'); process.exit() }, 300)); console.log('up'); setInterval(() => {}, 1000)`
  const run = `cd / && "${process.execPath}" -e "${slow}"`
  const client = startedClient(commandClient({ run, rows: '' }).start(server))
  await expect.poll(() => client.output?.(), { timeout: 30_000 }).toContain('up')
  await client.stop?.('stop')
  expect(client.output?.()).toContain('flushed')
})

/** A process that nobody has waited for counts as ended. */
function isRunning(pid: number): boolean {
  const { stdout } = spawnSync('ps', ['-o', 'stat=', '-p', `${pid}`], { encoding: 'utf8' })
  return !['', 'Z'].includes(stdout.trim().charAt(0))
}

test.skipIf(process.platform === 'win32')(
  'ends a client whose hunt is killed, and removes its folder',
  async () => {
    const folder = mkdtempSync(join(dir, 'run-'))
    const source = new URL('../../../src/hunt/client/commandClient.ts', import.meta.url)
    const run = "sleep 1000 & echo $! > '{dir}/pid'; mv '{dir}/pid' '{dir}.pid'; wait"
    const code = `
      import { commandClient } from ${JSON.stringify(source.href)}
      const [run, server] = ${JSON.stringify([run, { ...server, dir: folder }])}
      commandClient({ run, rows: '' }).start(server)
      setInterval(() => {}, 1000)`
    const options = ['--import', 'tsx', '--input-type=module', '-e', code]
    const hunt = spawn(process.execPath, options, { stdio: 'ignore' })
    const file = `${folder}.pid`
    await expect.poll(() => existsSync(file), { timeout: 60_000 }).toBe(true)
    const pid = Number(readFileSync(file, 'utf8'))
    expect(isRunning(pid)).toBe(true)
    hunt.kill('SIGKILL')
    await expect.poll(() => isRunning(pid), { timeout: 30_000 }).toBe(false)
    expect(existsSync(folder)).toBe(false)
  },
)
