import { type ChildProcess, fork } from 'node:child_process'
import type { Socket } from 'node:net'
import { Channel, ChannelClosedError } from './channel.ts'
import { WORKER_VARIABLE } from './isWorker.ts'
import type {
  PrimaryMessage,
  PrimaryQuestion,
  WorkerMessage,
  WorkerQuestion,
} from './workerMessages.ts'

/** How often a worker is asked whether it still works. */
const PING_MS = 2000

/** A worker that has not answered that often is stopped. Counted in pings: a machine that was suspended sends none. */
const PINGS_MAX = 15

/** How many connections wait for a worker that is started again. */
const HELD_MAX = 1000

type ReceivedMessage = Extract<WorkerMessage, { readonly kind: 'grew' }>

export interface WorkerEvents {
  answer(question: WorkerQuestion): unknown
  receive(message: ReceivedMessage): void
  ready(text: string): void
  ended(code: number | null, signal: string | null): void
}

/** A worker as the primary process sees it: one process, and after its end the next one. */
export class WorkerProcess {
  readonly #events: WorkerEvents
  #child: ChildProcess | undefined
  #channel: Channel<PrimaryQuestion, PrimaryMessage, WorkerQuestion, WorkerMessage> | undefined
  #isReady = false
  #held: { readonly head: Buffer; readonly socket: Socket }[] = []

  constructor(events: WorkerEvents) {
    this.#events = events
  }

  get pid(): number | undefined {
    return this.#child?.pid
  }

  get isReady(): boolean {
    return this.#isReady
  }

  /** Starts a process that runs this program with the same arguments. */
  start(message: PrimaryMessage): void {
    const child = fork(process.argv[1] as string, process.argv.slice(2), {
      env: { ...process.env, [WORKER_VARIABLE]: '1' },
      // Entries may contain large numbers, and connections bytes.
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    this.#child = child
    this.#channel = new Channel(child, {
      answer: (question: WorkerQuestion) => this.#events.answer(question),
      receive: (told: WorkerMessage) => {
        if (told.kind === 'ready') this.#begin(told.text)
        else this.#events.receive(told)
      },
    })
    const stopPings = this.#ping(child)
    child.once('exit', (code, signal) => {
      stopPings()
      this.#channel?.close()
      this.#isReady = false
      this.#child = undefined
      this.#events.ended(code, signal)
    })
    this.#channel.tell(message)
  }

  /** Gives it a connection, at once or when it is ready. */
  take(head: Buffer, socket: Socket): void {
    if (this.#isReady) this.#give(head, socket)
    else if (this.#held.length < HELD_MAX) this.#held.push({ head, socket })
    else socket.destroy()
  }

  tell(message: PrimaryMessage): void {
    this.#channel?.tell(message)
  }

  /** @throws {OmmerError} what it has thrown, or WORKER_ENDED */
  async ask(question: PrimaryQuestion, socket?: Socket): Promise<unknown> {
    if (this.#channel === undefined) throw new ChannelClosedError()
    return this.#channel.ask(question, socket)
  }

  /** Lets it answer the requests in progress, and end. */
  stop(): void {
    this.tell({ kind: 'stop' })
    for (const { socket } of this.#held) socket.destroy()
  }

  kill(): void {
    this.#child?.kill('SIGKILL')
  }

  /** If the worker ends before it has the connection, the client is told by its end. */
  #give(head: Buffer, socket: Socket): void {
    const close = (): void => void socket.destroy()
    this.ask({ kind: 'connection', head }, socket).then(close, close)
  }

  #begin(text: string): void {
    this.#isReady = true
    const held = this.#held
    this.#held = []
    for (const { head, socket } of held) this.take(head, socket)
    this.#events.ready(text)
  }

  /** Kills the process when it stops answering pings. @returns stops the pings */
  #ping(child: ChildProcess): () => void {
    let unanswered = 0
    const timer = setInterval(() => {
      if (++unanswered > PINGS_MAX) child.kill('SIGKILL')
      this.ask({ kind: 'ping' }).then(
        () => {
          unanswered = 0
        },
        () => {},
      )
    }, PING_MS)
    return () => clearInterval(timer)
  }
}
