import type { Socket } from 'node:net'
import { exchange } from '../../../scripts/bench/wire/exchange.ts'
import { isUpgraded, upgradeRequest } from '../../../scripts/bench/wire/webSocket.ts'
import { sized } from '../sized.ts'
import type { ChainServer } from './chainServer.ts'
import { openSocket } from './clients.ts'
import type { Witness } from './witness.ts'

/** How many answers a well-behaved client receives before blocked senders give up. */
const PATIENCE = sized(60, 300)

/** Sends bytes on some connections as fast as the server accepts them, without reading; then breaks the connections. */
export async function floodUnread(
  sockets: readonly Socket[],
  pieces: readonly (Buffer | string)[],
  witness: Witness,
): Promise<void> {
  const sent = sockets.map((socket) => sendUnread(socket, pieces))
  await Promise.race([Promise.all(sent), witness.moreAnswers(PATIENCE)])
  // The server still has to process what it has received.
  await witness.moreAnswers(PATIENCE)
  for (const socket of sockets) socket.destroy()
}

/** Resolves when everything is sent, or the server has closed the connection. */
function sendUnread(socket: Socket, pieces: readonly (Buffer | string)[]): Promise<void> {
  socket.pause()
  return new Promise((resolve) => {
    let at = 0
    const send = (): void => {
      while (at < pieces.length && !socket.destroyed) {
        if (!socket.write(pieces[at++] as Buffer)) return
      }
      resolve()
    }
    socket.on('drain', send).once('close', resolve)
    send()
  })
}

/** A bare connection that speaks WebSocket, without a client that reads. */
export async function openBareWebSocket(server: ChainServer): Promise<Socket> {
  const socket = await openSocket(server)
  const upgrade = upgradeRequest(server.port, '/ws/v3/dev')
  await exchange(socket, upgrade, (bytes) => isUpgraded(bytes) || undefined)
  return socket
}

export interface FrameOptions {
  /** 1 text, 0 a continuation, 9 a ping; default 1 */
  readonly opcode?: number
  /** default true */
  readonly isFinal?: boolean
  /** the length in its header; default the real one */
  readonly length?: number
}

/** A client's frame, masked with zeros so that its payload is readable. */
export function frame(payload: string, options: FrameOptions = {}): Buffer {
  const { opcode = 1, isFinal = true, length = Buffer.byteLength(payload) } = options
  const head = Buffer.alloc(14)
  head[0] = (isFinal ? 0x80 : 0) | opcode
  head[1] = 0x80 | 127
  head.writeBigUInt64BE(BigInt(length), 2)
  return Buffer.concat([head, Buffer.from(payload)])
}
