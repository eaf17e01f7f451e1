import type { ChildProcess } from 'node:child_process'
import type { Socket } from 'node:net'
import { messageOf, OmmerError } from '../../primitives/errors.ts'

/** An IPC channel as both ends have it: `process` in a worker, and a `ChildProcess` in the supervisor. */
type Port = Pick<ChildProcess, 'connected' | 'send' | 'on'>

/** What this end does with the questions and messages of the other end. */
interface Handlers<Question, Message> {
  /**
   * An error is thrown to the one who asked.
   *
   * @param socket that was given with the question; undefined if none was, or the client has closed it
   */
  answer(question: Question, socket: Socket | undefined): unknown
  receive(message: Message): void
}

interface Envelope {
  /** of a question, or of the answer to it */
  readonly id?: number
  readonly question?: unknown
  readonly message?: unknown
  readonly result?: unknown
  readonly error?: { readonly code: string; readonly message: string }
}

interface PendingQuestion {
  resolve(result: unknown): void
  reject(error: Error): void
}

/** The other process has ended. */
export class ChannelClosedError extends OmmerError {
  constructor() {
    super('WORKER_ENDED', 'the process that should answer has ended; try again')
  }
}

/** Messages to another process, and questions to which it answers. They arrive in the order in which they are sent. */
export class Channel<Asked, Told, Answered, Received> {
  readonly #port: Port
  readonly #pending = new Map<number, PendingQuestion>()
  #questions = 0
  #isClosed = false

  constructor(port: unknown, handlers: Handlers<Answered, Received>) {
    this.#port = port as Port
    this.#port.on('message', (envelope: Envelope, socket) => {
      this.#receive(envelope, socket as Socket | undefined, handlers)
    })
    this.#port.on('disconnect', () => this.close())
  }

  /**
   * Tells all who wait for an answer that there will be none. To be called when the other process has exited: there may be
   * no `disconnect` event if a connection was being sent at that time.
   */
  close(): void {
    this.#isClosed = true
    for (const { reject } of this.#pending.values()) reject(new ChannelClosedError())
    this.#pending.clear()
  }

  tell(message: Told): void {
    this.#send({ message })
  }

  /**
   * Resolves with the answer.
   *
   * @param socket is given to the other process. This one has it, too, until it destroys it
   * @throws {OmmerError} what the other end has thrown, or WORKER_ENDED
   */
  ask(question: Asked, socket?: Socket): Promise<unknown> {
    const id = ++this.#questions
    return new Promise((resolve, reject) => {
      if (this.#isClosed || !this.#port.connected) return reject(new ChannelClosedError())
      this.#pending.set(id, { resolve, reject })
      this.#send({ id, question }, socket)
    })
  }

  #send(envelope: Envelope, socket?: Socket): void {
    if (!this.#port.connected) return
    // The error reaches those that wait for answers when the channel closes.
    this.#port.send(envelope, socket, { keepOpen: true }, () => {})
  }

  #receive<A, R>(envelope: Envelope, socket: Socket | undefined, handlers: Handlers<A, R>): void {
    // A process that has ended may be replaced already.
    if (this.#isClosed) return
    const { id, question, message, result, error } = envelope
    if (message !== undefined) handlers.receive(message as R)
    else if (question !== undefined) {
      void this.#answer(id as number, () => handlers.answer(question as A, socket))
    } else {
      const pending = this.#pending.get(id as number)
      this.#pending.delete(id as number)
      if (error === undefined) pending?.resolve(result)
      else pending?.reject(new OmmerError(error.code, error.message))
    }
  }

  async #answer(id: number, answer: () => unknown): Promise<void> {
    try {
      this.#send({ id, result: await answer() })
    } catch (error) {
      const code = error instanceof OmmerError ? error.code : 'INTERNAL_ERROR'
      this.#send({ id, error: { code, message: messageOf(error) } })
    }
  }
}
