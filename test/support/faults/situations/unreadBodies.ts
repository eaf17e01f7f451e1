import { ok } from 'node:assert'
import type { Socket } from 'node:net'
import { hostileCallRequest } from '../../calls/hostileCallRequest.ts'
import { type HostileCall, hostileCalls } from '../../calls/hostileCalls.ts'
import { sized } from '../../sized.ts'
import { request } from '../../transports.ts'
import type { ChainServer } from '../chainServer.ts'
import { inWaves, openSocket, post } from '../clients.ts'
import { frame, openBareWebSocket } from '../endurance.ts'
import type { Situation } from '../situation.ts'
import type { Witness } from '../witness.ts'

const CONNECTIONS = sized(20, 240)

/** How often the connections begin again, and how many answers the witness waits for each time. */
const ROUNDS = sized(1, 10)
const ANSWERS = sized(50, 300)

/** Requests that are not finished, and answers that nobody reads, until clients use as much memory as they may. */
export const unreadBodies: Situation = {
  name: 'bodies and answers that nobody reads',
  bringAbout: floodWithBodies,
}

/** @throws {Error} unless the server had to close connections, because clients exceeded `clientBytes` */
export async function floodWithBodies(server: ChainServer, witness: Witness): Promise<void> {
  const before = await closedClients(server)
  for (let round = 0; round < ROUNDS; round++) {
    const sockets = await inWaves(CONNECTIONS, (index) =>
      (floods[index % floods.length] as Flood)(server, index),
    )
    await witness.moreAnswers(ANSWERS)
    for (const socket of sockets) socket.destroy()
  }
  const closed = (await closedClients(server)) - before
  ok(closed >= sized(0, ROUNDS), `only ${closed} connections have exceeded clientBytes`)
}

/** How many connections the server has closed because clients together exceeded `clientBytes`. */
async function closedClients(server: ChainServer): Promise<number> {
  const url = new URL('/metrics', server.url)
  const response = await fetch(url, { headers: { connection: 'close' } })
  return Number(/^ommer_clients_closed_total (\d+)$/m.exec(await response.text())?.[1])
}

/** Opens a connection, and writes to it. */
type Flood = (server: ChainServer, index: number) => Promise<Socket>

const BODY_BYTES = 5_000_000
const body = Buffer.alloc(BODY_BYTES, ' ')

const unfinishedBody: Flood = async (server) => {
  const socket = await openSocket(server)
  const head = 'POST /v3/dev HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n'
  socket.pause().write(`${head}Content-Length: ${BODY_BYTES + 1}\r\n\r\n`)
  socket.write(body)
  return socket
}

const block = request('eth_getBlockByNumber', ['0x10', true])
const batch = `[${Array(900).fill(block)}]`

const unreadBatches: Flood = async (server) => {
  const socket = await openSocket(server)
  const bytes = post(server, batch)
  socket.pause().write(Buffer.concat([bytes, bytes, bytes]))
  return socket
}

/** As many values as a message may have, and as many bytes. */
const message = frame(`[${'[0],'.repeat(24_000)}0]`.padEnd(BODY_BYTES))

const unreadMessages: Flood = async (server) => {
  const socket = await openBareWebSocket(server)
  socket.pause()
  for (let count = 0; count < 4; count++) socket.write(message)
  return socket
}

/** Each thread for calls has a heap of its own. */
const longCalls: Flood = async (server, index) => {
  const socket = await openSocket(server)
  const call = hostileCallRequest(hostileCalls[index % hostileCalls.length] as HostileCall)
  socket.pause().write(post(server, call))
  return socket
}

const floods = [unfinishedBody, unreadBatches, unreadMessages, longCalls]
