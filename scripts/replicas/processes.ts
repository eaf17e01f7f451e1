import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

const repository = fileURLToPath(new URL('../..', import.meta.url))

/** A program that listens at a port, can be killed, and started again. */
export class Running {
  readonly port: number
  readonly #command: string
  readonly #args: readonly string[]
  #child: ChildProcess | undefined
  /** what it has written to stderr */
  errors = ''

  constructor(port: number, command: string, args: readonly string[]) {
    this.port = port
    this.#command = command
    this.#args = args
  }

  /** Starts it, and waits until it listens. */
  async start(): Promise<void> {
    const child = spawn(this.#command, this.#args, {
      stdio: ['ignore', 'ignore', 'pipe'],
      // Its processes are killed together.
      detached: true,
    })
    this.#child = child
    child.stderr.on('data', (text) => {
      this.errors += text
    })
    while (!(await isListening(this.port))) {
      if (child.exitCode !== null) throw new Error(`${this.#command} has ended: ${this.errors}`)
      await sleep(20)
    }
  }

  async stop(signal: NodeJS.Signals): Promise<void> {
    const child = this.#child
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return
    const exited = once(child, 'exit')
    process.kill(-(child.pid as number), signal)
    await exited
  }
}

async function isListening(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  try {
    await once(socket, 'connect')
    return true
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}

/** Redis as deploy/compose.yaml starts it: what was written survives it. */
export function redis(folder: string, port: number): Running {
  const own = join(folder, 'redis')
  mkdirSync(own, { recursive: true })
  const lasting = ['--appendonly', 'yes', '--appendfsync', 'always', '--save', '']
  return new Running(port, 'redis-server', ['--port', `${port}`, '--dir', own, ...lasting])
}

/** nginx with the configuration of deploy/, but other addresses. */
export function nginx(folder: string, port: number, replicas: readonly number[]): Running {
  const own = join(folder, 'nginx')
  mkdirSync(own, { recursive: true })
  let text = readFileSync(join(repository, 'deploy/nginx.conf'), 'utf8')
  for (const [index, replica] of replicas.entries()) {
    text = text.replace(`replica-${index + 1}:8545`, `127.0.0.1:${replica}`)
  }
  text = text.replace('listen 8080', `listen 127.0.0.1:${port}`).replaceAll('/tmp/', `${own}/`)
  const path = join(own, 'nginx.conf')
  writeFileSync(path, text)
  return new Running(port, 'nginx', ['-c', path, '-p', own, '-g', 'daemon off;'])
}

/** A server of this package, as it was built. */
export function ommer(port: number, args: readonly string[]): Running {
  const cli = join(repository, 'dist/cli.js')
  return new Running(port, process.execPath, [cli, '--port', `${port}`, '--json', ...args])
}
