import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { httpRequest, parseHttpResponse } from '../../scripts/bench/wire/http.ts'
import {
  isUpgraded,
  maskedFrame,
  parseMessage,
  upgradeRequest,
} from '../../scripts/bench/wire/webSocket.ts'
import { killRemaining, startCli } from '../support/runCli.ts'
import { request } from '../support/transports.ts'

afterAll(killRemaining)

const CLIENTS = 12

/** Reads the first answer in some bytes; undefined while it is incomplete. */
type Reader = (bytes: Buffer) => { readonly answer: string; readonly length: number } | undefined

/** A client that sends its next request after each answer, until the connection ends. */
class Asker {
  readonly #socket: Socket
  readonly #question: Buffer
  readonly #read: Reader
  #received: Buffer = Buffer.alloc(0)
  readonly answers: string[] = []

  constructor(socket: Socket, question: Buffer, read: Reader) {
    this.#socket = socket
    this.#question = question
    this.#read = read
    socket.on('data', (bytes: Buffer) => this.#receive(bytes))
    socket.write(question)
  }

  /** The received part of an incomplete answer. */
  get half(): Buffer {
    return this.#received
  }

  #receive(bytes: Buffer): void {
    this.#received = Buffer.concat([this.#received, bytes])
    const whole = this.#read(this.#received)
    if (whole === undefined) return
    this.answers.push(whole.answer)
    this.#received = this.#received.subarray(whole.length)
    this.#socket.write(this.#question)
  }
}

const readHttp: Reader = (bytes) => {
  const response = parseHttpResponse(bytes)
  if (response === undefined) return undefined
  const { body } = response
  return { answer: String(body), length: body.byteOffset - bytes.byteOffset + body.length }
}

/** Reads a message, which the server sends in one frame. */
const readMessage: Reader = (bytes) => {
  const message = bytes[0] === CLOSE_FRAME ? undefined : parseMessage(bytes)
  if (message === undefined) return undefined
  const headBytes = message.length < 126 ? 2 : message.length < 65_536 ? 4 : 10
  return { answer: String(message), length: headBytes + message.length }
}

const CLOSE_FRAME = 0x88

test('finishes answers in progress on SIGTERM under load', async () => {
  const limits = ['--limit', 'closeSeconds=1000000']
  const cli = await startCli(
    ['--json', '--port', '0', '--blocks', '32', ...limits],
    /"event":"ready"/,
  )
  const { http, ws } = JSON.parse(cli.announced) as { http: string; ws: string }
  const port = Number(new URL(http).port)
  const block = request('eth_getBlockByNumber', ['0x20', true])
  const batch = `[${Array(100).fill(block)}]`
  const headers = { 'content-type': 'application/json' }
  const [one, many] = await Promise.all(
    [block, batch].map(async (body) =>
      (await fetch(http, { method: 'POST', headers, body })).text(),
    ),
  )

  const askers: Asker[] = []
  const ends: Promise<unknown>[] = []
  for (let place = 0; place < CLIENTS; place++) {
    const socket = connect(port, '127.0.0.1').on('error', () => {})
    ends.push(new Promise((resolve) => socket.once('close', resolve)))
    if (place % 2 === 0) {
      askers.push(new Asker(socket, httpRequest(port, '/v3/dev', batch), readHttp))
    } else {
      socket.write(upgradeRequest(port, new URL(ws).pathname))
      const [head] = (await once(socket, 'data')) as [Buffer]
      expect(isUpgraded(head)).toBe(true)
      askers.push(new Asker(socket, maskedFrame(block), readMessage))
    }
    // All clients wait for an answer when the signal arrives, and one is in the middle of reading it.
    await once(socket, 'data')
  }
  const exit = await cli.stop('SIGTERM')
  await Promise.all(ends)

  expect(exit).toMatchObject({ code: 0, signal: null, stderr: '' })
  askers.forEach(({ answers, half }, place) => {
    expect(answers.length).toBeGreaterThan(0)
    expect(answers.every((answer) => answer === (place % 2 === 0 ? many : one))).toBe(true)
    if (half.length > 0) expect(half[0]).toBe(CLOSE_FRAME)
  })
})
