import type { Duplex } from 'node:stream'
import type { Reply } from '../rpc/reply.ts'

/** A client that sends messages, each a request or a batch. A WebSocket of ws is one. */
export interface MessageClient {
  readonly OPEN: number
  readonly CLOSED: number
  readonly readyState: number
  /** in bytes: what was sent and is not written yet */
  readonly bufferedAmount: number
  on(event: 'message', listener: (message: Buffer) => void): unknown
  on(event: 'error', listener: (error: Error) => void): unknown
  once(event: 'close', listener: () => void): unknown
  pause(): void
  resume(): void
  /** @param code of WebSocket, which other transports do not have */
  close(code: number, reason?: string): void
  terminate(): void
}

/** Whether a part is the first of its message, the last, or both. */
export interface PartFlags {
  readonly isFirst: boolean
  readonly isLast: boolean
}

/** How messages are written to the connection of a client. */
export interface Framing {
  /** @param bytes the size of the reply */
  write(socket: Duplex, reply: Reply, bytes: number): void
  /** Writes a part of a message. No other message may come between its parts. */
  writePart(socket: Duplex, part: Uint8Array, flags: PartFlags): void
  /** Writes the first half. */
  writeHalf(socket: Duplex, reply: Reply, bytes: number, onWritten: () => void): void
}

/** Counts the memory of an incomplete message. */
export interface PartialMessage {
  /** The message is complete. */
  end(): void
  /**
   * Is called after each chunk.
   *
   * @returns by how many bytes the memory has changed since the last chunk
   */
  count(chunkBytes: number): number
}
