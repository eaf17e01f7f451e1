import { once } from 'node:events'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { RedisConnection } from '../../../src/group/redis/redisConnection.ts'
import { StoreUnreachableError } from '../../../src/group/storeUnreachableError.ts'
import { type RedisAddress, readRedisAddress } from '../../../src/log/redisAddress.ts'
import { type ConnectionFault, FaultyProxy } from '../../support/group/faultyProxy.ts'
import { hasRedis, RedisServer } from '../../support/group/redisServer.ts'
import { repeated } from '../../support/sized.ts'
import { until } from '../../support/until.ts'

const kinds = ['swallow', 'cut', 'halfClose', 'delay'] as const

/** How many connections are tried at the same time. */
const AT_A_TIME = 16

/** Longer than what Redis answers until a connection can be used. */
const HANDSHAKE_BYTES = 400

/** Faults at points of the first answers: at the very first, and then often enough to meet each of them. */
const faults: readonly ConnectionFault[] = kinds.flatMap((kind) => {
  const step = Math.ceil(HANDSHAKE_BYTES / repeated(8, HANDSHAKE_BYTES))
  const points = Array.from({ length: HANDSHAKE_BYTES / step }, (_, index) => index * step)
  return points.map((afterBytes) => ({ kind, afterBytes }))
})

describe.runIf(hasRedis)('a connection with Redis', () => {
  let redis: RedisServer
  beforeAll(async () => {
    redis = await RedisServer.start()
  })
  afterAll(() => redis.stop())

  async function through(fault: ConnectionFault): Promise<void> {
    const proxy = await FaultyProxy.start(Number(new URL(redis.url).port))
    const address = readRedisAddress(`redis://127.0.0.1:${proxy.port}?journal=faults`)
    proxy.faults.push(fault)
    const connection = await opened(address)
    try {
      // The first connection may have lived until here: then its fault comes now.
      await persistently(connection)
      proxy.faults.push(fault, fault)
      await persistently(connection)
    } finally {
      connection.close()
      proxy.stop()
    }
  }

  it.each(kinds)('is replaced after a fault at any point: %s', async (kind) => {
    const ofKind = faults.filter((fault) => fault.kind === kind)
    // All at once, no handshake would end in time on a busy machine.
    for (let start = 0; start < ofKind.length; start += AT_A_TIME) {
      await Promise.all(ofKind.slice(start, start + AT_A_TIME).map(through))
    }
  })
})

it('says that there was no answer, and is closed', async () => {
  const silent = await SilentServer.start()
  const address = readRedisAddress(`redis://127.0.0.1:${silent.port}?journal=silent`)
  await expect(RedisConnection.open(address)).rejects.toThrow('no answer in 2 seconds')
  await until(() => silent.connections === 0)
  silent.stop()
})

/** Takes connections, and never answers. */
class SilentServer {
  readonly #server: Server
  connections = 0

  private constructor(server: Server) {
    this.#server = server
    server.on('connection', (socket) => {
      this.connections++
      socket.on('error', () => {}).on('close', () => this.connections--)
      socket.resume()
    })
  }

  static async start(): Promise<SilentServer> {
    const server = createServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    return new SilentServer(server)
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port
  }

  stop(): void {
    this.#server.close()
  }
}

/** Opens a connection; on a busy machine Redis may not answer in the time that one attempt has. */
async function opened(address: RedisAddress): Promise<RedisConnection> {
  for (;;) {
    try {
      return await RedisConnection.open(address)
    } catch (error) {
      expect(error).toBeInstanceOf(StoreUnreachableError)
    }
  }
}

/** Asks until a hundred answers have come; that there is none at times is all that may go wrong. */
async function persistently(connection: RedisConnection): Promise<void> {
  for (let answered = 0; answered < 100; ) {
    try {
      expect(await connection.run((client) => client.ping())).toBe('PONG')
      answered++
    } catch (error) {
      expect(error).toBeInstanceOf(StoreUnreachableError)
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
  }
}
