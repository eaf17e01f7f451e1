import { strictEqual } from 'node:assert'
import { once } from 'node:events'
import type { Socket } from 'node:net'
import { exchange } from '../../../../scripts/bench/wire/exchange.ts'
import {
  isUpgraded,
  maskedFrame,
  parseMessage,
  upgradeRequest,
} from '../../../../scripts/bench/wire/webSocket.ts'
import { sized } from '../../sized.ts'
import type { ChainServer } from '../chainServer.ts'
import { chainId, chainIdAnswer, inWaves, openSocket, post, sendBytes } from '../clients.ts'
import type { Situation } from '../situation.ts'

const CLIENTS = sized(84, 400)

/** Requests that stop in the middle, and continue only after a long time. */
export const halfRequests: Situation = {
  name: 'half a request, then silence',
  async bringAbout(server, witness) {
    const clients = await inWaves(CLIENTS, async (place) => {
      const socket = await openSocket(server)
      const half = await halves[place % halves.length]?.(server, socket)
      return { socket, finish: half as () => Promise<unknown> }
    })
    await witness.moreAnswers(sized(40, 100))
    // Clients that do continue are answered normally.
    for (const { finish } of clients.slice(0, 4 * halves.length)) {
      strictEqual(String(await finish()), chainIdAnswer)
    }
    for (const { socket } of clients) socket.destroy()
  },
}

/** Each sends half of a request, and returns a function that sends the other half and reads the answer. */
const halves: ((server: ChainServer, socket: Socket) => Promise<() => Promise<unknown>>)[] = [
  ...['POST /v3', 'Content-Type', '\r\n\r\n', '"method"'].map(
    (end) => async (server: ChainServer, socket: Socket) => {
      const whole = post(server, chainId)
      const middle = whole.indexOf(end) + 4
      await write(socket, whole.subarray(0, middle))
      return async () => (await sendBytes(socket, whole.subarray(middle))).body
    },
  ),
  async (_, socket) => {
    const head = 'POST /v3/dev HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n'
    const half = chainId.length >> 1
    const size = half.toString(16)
    await write(
      socket,
      `${head}Transfer-Encoding: chunked\r\n\r\n${size}\r\n${chainId.slice(0, half)}`,
    )
    const rest = chainId.slice(half)
    const end = `\r\n${rest.length.toString(16)}\r\n${rest}\r\n0\r\n\r\n`
    return async () => (await sendBytes(socket, end)).body
  },
  async ({ port }, socket) => {
    const whole = upgradeRequest(port, '/ws/v3/dev')
    await write(socket, whole.subarray(0, 40))
    return async () => {
      await exchange(socket, whole.subarray(40), (bytes) => isUpgraded(bytes) || undefined)
      return (await exchange(socket, maskedFrame(chainId), parseMessage)).parsed
    }
  },
  async ({ port }, socket) => {
    const upgrade = upgradeRequest(port, '/ws/v3/dev')
    await exchange(socket, upgrade, (bytes) => isUpgraded(bytes) || undefined)
    const whole = maskedFrame(chainId)
    await write(socket, whole.subarray(0, 30))
    return async () => (await exchange(socket, whole.subarray(30), parseMessage)).parsed
  },
]

async function write(socket: Socket, bytes: Buffer | string): Promise<void> {
  if (!socket.write(bytes)) await once(socket, 'drain')
}
