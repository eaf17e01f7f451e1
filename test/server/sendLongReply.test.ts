import { once } from 'node:events'
import { readdirSync, truncateSync } from 'node:fs'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { sharedChain } from '../support/chain.ts'
import { serveForTests, serveInTest } from '../support/serving.ts'
import { temporaryFolder } from '../support/temporaryFolder.ts'
import { post, request, transports } from '../support/transports.ts'
import { until } from '../support/until.ts'

const chain = await sharedChain({ preset: 'latest', blocks: 2 })

/** Code that loops until its gas is used. */
const LOOP = '0x5b5f56'
const TO = `0x${'c1'.repeat(20)}`

/** A trace of some steps for each 10 gas. */
function trace(gas: number): string {
  const stateOverrides = { [TO]: { code: LOOP } }
  const call = { to: TO, gas: `0x${gas.toString(16)}` }
  return request('debug_traceCall', [call, 'latest', { stateOverrides }])
}

const SHORT = trace(40_000)
// More than the system buffers for a client that does not read.
const LONG = trace(700_000)
const chainId = request('eth_chainId', [], '2')

/** Without a limit of time, because other processes may be busy. */
const serveWith = (limits: object, options = {}) =>
  serveInTest(chain, { limits, callTimeout: 0, ...options })

const { server: expected } = await serveForTests(chain, { callTimeout: 0 })
const textOf = async (url: string, body: string, headers = {}) =>
  (await post(url, body, headers)).text()

// Other processes have answers in the temporary folder of the system.
const temporary = temporaryFolder()
beforeAll(() => void vi.stubEnv('TMPDIR', temporary).stubEnv('TEMP', temporary))
afterAll(() => void vi.unstubAllEnvs())

/** The files of answers. */
const files = () =>
  readdirSync(temporary)
    .filter((name) => /^ommer-answers-[0-9a-f-]+$/.test(name))
    .flatMap((name) =>
      readdirSync(join(temporary, name)).map((file) => join(temporary, name, file)),
    )

describe.each(transports)('a trace above answerBytes over $transport', ({ open }) => {
  it('is the same as below', async () => {
    const server = await serveWith({ answerBytes: 10_000 })
    const connection = await open(server)
    const answer = await connection.ask(SHORT)
    expect(answer.length).toBeGreaterThan(300_000)
    expect(answer).toBe(await textOf(expected.url, SHORT))
    expect(await connection.ask(chainId)).toContain('"result":"0x539"')
    connection.close()
  })

  it('is refused in a batch', async () => {
    const server = await serveWith({ answerBytes: 10_000 })
    const connection = await open(server)
    const [long, short] = JSON.parse(await connection.ask(`[${SHORT},${chainId}]`))
    expect(long.error).toEqual({ code: -32003, message: 'response too large: at most 10000 bytes' })
    expect(short.result).toBe('0x539')
    connection.close()
  })

  it('is refused above half of spoolBytes', async () => {
    const server = await serveWith({ answerBytes: 10_000, spoolBytes: 200_000 })
    const connection = await open(server)
    const { error } = JSON.parse(await connection.ask(SHORT))
    expect(error).toEqual({ code: -32003, message: 'response too large: at most 100000 bytes' })
    connection.close()
  })
})

it('comes from the control address, too', async () => {
  const server = await serveWith({ answerBytes: 10_000 }, { control: true })
  expect(await textOf(String(server.controlUrl), SHORT)).toBe(await textOf(expected.url, SHORT))
  expect(files()).toEqual([])
})

it('has no limit in this process', async () => {
  const server = await serveWith({ answerBytes: 10_000 })
  const { method, params } = JSON.parse(SHORT)
  const result = await server.request({ method, params })
  expect(result).toEqual(JSON.parse(await textOf(expected.url, SHORT)).result)
})

it('is one of a block, too', async () => {
  const server = await serveWith({ answerBytes: 1000 })
  const body = request('debug_traceBlockByNumber', ['0x2', { tracer: 'callTracer' }])
  const answer = await textOf(server.url, body)
  expect(answer.length).toBeGreaterThan(1000)
  expect(answer).toBe(await textOf(expected.url, body))
})

it('is compressed for clients that ask for it', async () => {
  const server = await serveWith({ answerBytes: 10_000 })
  const response = await post(server.url, SHORT, { 'accept-encoding': 'gzip' })
  expect(response.headers.get('content-encoding')).toBe('gzip')
  expect(await response.text()).toBe(await textOf(expected.url, SHORT))
  const plain = await post(server.url, SHORT, { 'accept-encoding': 'identity' })
  const text = await plain.text()
  expect(plain.headers.get('content-length')).toBe(String(text.length))
})

it('comes over IPC, before what was asked later', async () => {
  const ipc = join(temporaryFolder(), 'long.ipc')
  await serveWith({ answerBytes: 10_000 }, { ipc })
  const socket = connect(ipc)
  socket.write(`${SHORT}${chainId}`)
  let text = ''
  for await (const chunk of socket.setEncoding('utf8')) {
    text += chunk
    if (text.split('\n').length === 3) break
  }
  const lines = text.trim().split('\n').sort()
  expect(lines.map((line) => JSON.parse(line).id)).toEqual([1, 2])
})

/** Sends a request, and reads only the beginning of the response. */
async function askWithoutReading(
  url: string,
): Promise<{ response: IncomingMessage; socket: Socket }> {
  const headers = { 'content-type': 'application/json' }
  const sent = httpRequest(url, { method: 'POST', headers }).end(LONG)
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  response.on('error', () => {})
  // The server waits for clients that still read.
  const { socket } = response
  onTestFinished(() => void socket.destroy())
  return { response, socket }
}

/** Reads the rest of a response, as far as it comes. */
function rest(response: IncomingMessage): Promise<unknown> {
  return new Promise((resolve) => response.once('close', resolve).resume())
}

it('is dropped if its client disconnects, and leaves nothing behind', async () => {
  const server = await serveWith({ answerBytes: 10_000 })
  const { socket } = await askWithoutReading(server.url)
  expect(files().length).toBe(1)
  socket.destroy()
  await until(() => files().length === 0)
})

it('is broken off, and reported, if its file is cut off', async () => {
  const problems: unknown[] = []
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => problems.push(text) > 0)
  const server = await serveWith({ answerBytes: 10_000 })
  const { response } = await askWithoutReading(server.url)
  for (const file of files()) truncateSync(file)
  await rest(response)
  expect(response.complete).toBe(false)
  await until(() => problems.length > 0)
  expect(problems.join('')).toMatch(
    /internal error: Error: a file in the temporary folder has lost/,
  )
  vi.restoreAllMocks()
  expect(await textOf(server.url, chainId)).toContain('0x539')
})

it('is dropped if it is not read and others need its place', async () => {
  const bytes = (await textOf(expected.url, LONG)).length
  const server = await serveWith({ answerBytes: 10_000, spoolBytes: Math.round(2.5 * bytes) })
  const [first] = [await askWithoutReading(server.url), await askWithoutReading(server.url)]
  expect(files()).toHaveLength(2)
  await askWithoutReading(server.url)
  await until(() => files().length === 2)
  await rest(first.response)
  expect(first.response.complete).toBe(false)
})
