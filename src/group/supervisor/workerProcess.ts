import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import type { Socket } from 'node:net'
import { WORKER_VARIABLE } from '../../primitives/ownVariables.ts'
import { Channel, ChannelClosedError } from './channel.ts'
import type { SupervisorQuestion, WorkerQuestion, WorkerStart } from './messages.ts'

/** How often a worker is asked whether it still works. */
const PING_MS = 1000

/**
 * A worker that has not answered that often hangs, and is killed. Counted in pings: a machine that was suspended sends none.
 * While it starts, it may read large files at once.
 */
const PINGS_MAX = 8
const PINGS_MAX_AT_START = 60

/** How many connections wait for a worker that is started again. */
const HELD_MAX = 1000

/** How long such a connection waits, in milliseconds. */
const HELD_MS = 10_000

/** What a client gets whose connection has waited too long. */
const UNAVAILABLE = 'the process that owns this endpoint is being started'
const TOO_LATE =
  `HTTP/1.1 503 Service Unavailable\r\nConnection: close\r\nContent-Type: text/plain\r\n` +
  `Content-Length: ${UNAVAILABLE.length}\r\n\r\n${UNAVAILABLE}`

/** How long a client may take to read that, while what it sends is dropped. */
const LINGER_MS = 1000

export interface WorkerEvents {
  answer(question: WorkerQuestion): unknown
  ended(code: number | null, signal: string | null): void
}

/** A worker as the supervisor sees it: one process, and after its end the next one. */
export class WorkerProcess {
  readonly #events: WorkerEvents
  #child: ChildProcess | undefined
  #channel: Channel<SupervisorQuestion, WorkerQuestion> | undefined
  #isReady = false
  #isStopping = false
  /** connections that wait, and what takes each of them again */
  readonly #held = new Map<Socket, () => void>()

  constructor(events: WorkerEvents) {
    this.#events = events
  }

  get isReady(): boolean {
    return this.#isReady
  }

  /**
   * Starts a process that runs this program with the same arguments.
   *
   * @returns what it says when it can serve. If it ends before, this stays open
   */
  start(how: WorkerStart): Promise<string> {
    const child = fork(process.argv[1] as string, process.argv.slice(2), {
      env: { ...process.env, [WORKER_VARIABLE]: '1' },
      // Connections have bytes.
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    this.#child = child
    this.#channel = new Channel(child, (question) => this.#events.answer(question))
    const stopPings = this.#ping(child)
    child.once('exit', (code, signal) => {
      stopPings()
      this.#channel?.close()
      this.#isReady = false
      this.#child = undefined
      this.#events.ended(code, signal)
    })
    return new Promise((resolve) => {
      this.#tell({ kind: 'start', ...how }, (text) => {
        this.#begin()
        resolve(text as string)
      })
    })
  }

  /**
   * Gives it a connection, at once or when it is ready.
   *
   * @param until by the clock of `performance`: how long the connection waits
   */
  take(head: Buffer, socket: Socket, until = performance.now() + HELD_MS): void {
    if (this.#isReady) this.#give(head, socket, until)
    else if (this.#isStopping || this.#held.size >= HELD_MAX) socket.destroy()
    else this.#hold(head, socket, until)
  }

  #hold(head: Buffer, socket: Socket, until: number): void {
    const release = (): void => {
      clearTimeout(timer)
      this.#held.delete(socket)
    }
    const timer = setTimeout(() => {
      // The worker may be ready before the client has closed it.
      release()
      refuse(socket)
    }, until - performance.now())
    this.#held.set(socket, () => {
      release()
      this.take(head, socket, until)
    })
    socket.once('close', release)
  }

  /** @throws {OmmerError} what it has thrown, or WORKER_ENDED */
  async ask(question: SupervisorQuestion, socket?: Socket): Promise<unknown> {
    if (this.#channel === undefined) throw new ChannelClosedError()
    return this.#channel.ask(question, socket)
  }

  /** Lets it answer the requests in progress, and waits until it has ended. */
  async stop(): Promise<void> {
    this.#isStopping = true
    this.#tell({ kind: 'stop' })
    for (const socket of this.#held.keys()) socket.destroy()
    if (this.#child !== undefined) await once(this.#child, 'exit')
  }

  /** Asks what a worker that ends does not answer. */
  #tell(question: SupervisorQuestion, done: (answer: unknown) => void = () => {}): void {
    this.ask(question).then(done, () => {})
  }

  kill(): void {
    this.#child?.kill('SIGKILL')
  }

  /** If the worker ends before it has the connection, the next one gets it. */
  #give(head: Buffer, socket: Socket, until: number): void {
    const close = (): void => void socket.destroy()
    this.ask({ kind: 'connection', head }, socket).then(close, (error) => {
      const hasEnded = error instanceof ChannelClosedError
      if (!hasEnded || socket.destroyed) return close()
      this.#isReady = false
      this.take(head, socket, until)
    })
  }

  #begin(): void {
    this.#isReady = true
    for (const take of [...this.#held.values()]) take()
  }

  /** Kills the process when it stops answering pings. @returns stops the pings */
  #ping(child: ChildProcess): () => void {
    let unanswered = 0
    const timer = setInterval(() => {
      if (++unanswered > (this.#isReady ? PINGS_MAX : PINGS_MAX_AT_START)) child.kill('SIGKILL')
      this.#tell({ kind: 'ping' }, () => {
        unanswered = 0
      })
    }, PING_MS)
    return () => clearInterval(timer)
  }
}

/** To close a connection with unread bytes would reset it, perhaps before the client has the response. */
function refuse(socket: Socket): void {
  socket.resume().end(TOO_LATE)
  const timer = setTimeout(() => socket.destroy(), LINGER_MS)
  socket.once('close', () => clearTimeout(timer))
}
