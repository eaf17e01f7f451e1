import { connect, type Socket } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import type { Dialogue, Turn } from './dialogue.ts'

const connections = 16

/** The buffer into which all sockets receive: bytes are counted and never read. */
const sink = Buffer.alloc(1 << 20)

export interface Throughput {
  readonly requests: number
  readonly seconds: number
}

/**
 * Sends the requests of a dialogue over 16 connections at a time, the next one on each as soon as the whole response has arrived. It
 * only counts bytes, so it uses far less processor time than any server that it drives.
 */
export async function drive(dialogue: Dialogue, seconds: number): Promise<Throughput> {
  const lines = await Promise.all(Array.from({ length: connections }, () => Line.open(dialogue)))
  const end = setTimeout(seconds * 1000)
  let running = true
  const start = performance.now()
  const counts = lines.map((line) => line.repeat(dialogue.next, () => running))
  await end
  running = false
  const requests = (await Promise.all(counts)).reduce((sum, count) => sum + count)
  const elapsed = performance.now() - start
  for (const line of lines) line.close()
  return { requests, seconds: elapsed / 1000 }
}

/** A connection with one request in flight at a time. */
class Line {
  readonly #socket: Socket
  #bytesToCome = 0
  #onResponse: () => void = () => {}
  #onError: (error: Error) => void = () => {}

  private constructor(port: number) {
    this.#socket = connect({
      host: '127.0.0.1',
      port,
      noDelay: true,
      onread: {
        buffer: sink,
        callback: (bytes) => {
          this.#bytesToCome -= bytes
          if (this.#bytesToCome === 0) this.#onResponse()
          else if (this.#bytesToCome < 0)
            this.#onError(new Error('a response is longer than the first'))
          return true
        },
      },
    })
    this.#socket.on('error', (error) => this.#onError(error))
    this.#socket.on('close', () => this.#onError(new Error('the server closed the connection')))
  }

  static async open({ port, opening }: Dialogue): Promise<Line> {
    const line = new Line(port)
    if (opening)
      await line.repeat(
        () => opening,
        () => false,
      )
    return line
  }

  /**
   * Sends a request once, and the next one while `goOn` returns true.
   *
   * @returns how many times
   */
  repeat(next: () => Turn, goOn: () => boolean): Promise<number> {
    return new Promise((resolve, reject) => {
      let count = 0
      const ask = (): void => {
        const { request, responseLength } = next()
        this.#bytesToCome = responseLength
        this.#socket.write(request)
      }
      this.#onError = reject
      this.#onResponse = () => {
        count++
        if (goOn()) ask()
        else resolve(count)
      }
      ask()
    })
  }

  close(): void {
    this.#socket.destroy()
  }
}
