import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'

/** Whether this machine has Redis. Tests that need it are skipped otherwise; `npm run replicas` says so. */
export const hasRedis =
  spawnSync('redis-server', ['--version'], { stdio: 'ignore' }).error === undefined

/** A Redis that forgets everything when it ends. */
export class RedisServer {
  readonly #child: ChildProcess
  /** `redis://127.0.0.1:PORT` */
  readonly url: string

  private constructor(child: ChildProcess, port: number) {
    this.#child = child
    this.url = `redis://127.0.0.1:${port}`
  }

  static async start(): Promise<RedisServer> {
    const reserved = createServer().listen(0, '127.0.0.1')
    await once(reserved, 'listening')
    const { port } = reserved.address() as AddressInfo
    reserved.close()
    await once(reserved, 'close')
    const args = ['--port', `${port}`, '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no']
    const child = spawn('redis-server', args, { stdio: ['ignore', 'pipe', 'inherit'] })
    for await (const text of child.stdout) if (String(text).includes('Ready to accept')) break
    return new RedisServer(child, port)
  }

  async stop(): Promise<void> {
    const exited = once(this.#child, 'exit')
    this.#child.kill('SIGKILL')
    await exited
  }
}
