import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'

/** What goes wrong with a connection, once so many bytes of answers have passed. */
export interface ConnectionFault {
  readonly kind: 'swallow' | 'cut' | 'halfClose' | 'delay'
  readonly afterBytes: number
}

const DELAY_MS = 100

/** Passes connections on to another server. Faults happen to the connections that are made while they are set. */
export class FaultyProxy {
  readonly #server: Server
  readonly #sockets = new Set<Socket>()
  /** of the next connections, one each */
  readonly faults: ConnectionFault[] = []

  private constructor(server: Server) {
    this.#server = server
  }

  /** @param target port on this machine */
  static async start(target: number): Promise<FaultyProxy> {
    const server = createServer({ allowHalfOpen: true })
    const proxy = new FaultyProxy(server)
    server.on('connection', (client) => proxy.#pass(client, connect(target, '127.0.0.1')))
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    return proxy
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port
  }

  /** Cuts all connections. */
  cut(): void {
    for (const socket of this.#sockets) socket.destroy()
  }

  stop(): void {
    this.#server.close()
    this.cut()
  }

  #pass(client: Socket, target: Socket): void {
    const fault = this.faults.shift()
    let left = fault?.afterBytes ?? Number.POSITIVE_INFINITY
    const destroy = (): void => {
      client.destroy()
      target.destroy()
    }
    for (const socket of [client, target]) {
      this.#sockets.add(socket)
      socket.on('error', () => {})
      socket.on('close', destroy)
    }
    client.on('data', (bytes) => target.write(bytes))
    const begin = (rest: Uint8Array): void => {
      if (fault?.kind === 'cut') destroy()
      if (fault?.kind === 'halfClose') client.end()
      if (fault?.kind !== 'delay') return
      left = Number.POSITIVE_INFINITY
      target.pause()
      setTimeout(() => {
        client.write(rest)
        target.resume()
      }, DELAY_MS)
    }
    target.on('data', (bytes) => {
      client.write(bytes.subarray(0, left))
      const rest = bytes.subarray(left)
      left = Math.max(left - bytes.length, 0)
      if (left === 0) begin(rest)
    })
  }
}
