import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { nginx, ommer, type Running, redis } from './processes.ts'

const REPLICAS = 3

/** The options of all servers. */
const options = [
  '--dev',
  '--control',
  '--any-key',
  '--clock',
  'simulated',
  '--seed',
  'replicas',
  '--blocks',
  '20',
  '--chain-id',
  '31337',
]

/** Three replicas with Redis behind nginx, and one server without others that answers the same. */
export class Cluster {
  readonly redis: Running
  readonly nginx: Running
  readonly replicas: readonly Running[]
  readonly single: Running
  readonly #folder: string

  private constructor(folder: string, ports: readonly number[]) {
    const [redisPort, nginxPort, singlePort, ...others] = ports as [number, number, number]
    const journal = `redis://127.0.0.1:${redisPort}?journal=replicas`
    this.#folder = folder
    this.redis = redis(folder, redisPort)
    this.replicas = others.map((port) => ommer(port, [...options, '--journal', journal]))
    this.nginx = nginx(folder, nginxPort, others)
    this.single = ommer(singlePort, options)
  }

  static async start(): Promise<Cluster> {
    const folder = mkdtempSync(join(tmpdir(), 'ommer-replicas-'))
    // The workers of nginx may run as another user, and write large bodies there.
    chmodSync(folder, 0o755)
    const cluster = new Cluster(folder, await freePorts(3 + REPLICAS))
    try {
      await cluster.redis.start()
      await cluster.single.start()
      for (const replica of cluster.replicas) await replica.start()
      await cluster.nginx.start()
      return cluster
    } catch (error) {
      await cluster.stop()
      throw error
    }
  }

  async stop(): Promise<void> {
    for (const each of [this.nginx, ...this.replicas, this.single, this.redis]) {
      await each.stop('SIGTERM')
    }
    rmSync(this.#folder, { recursive: true })
  }
}

async function freePorts(count: number): Promise<readonly number[]> {
  const servers = Array.from({ length: count }, () => createServer().listen(0, '127.0.0.1'))
  await Promise.all(servers.map((server) => once(server, 'listening')))
  const ports = servers.map((server) => (server.address() as AddressInfo).port)
  for (const server of servers) server.close()
  return ports
}
