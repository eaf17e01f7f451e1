import type { ChildProcess } from 'node:child_process'
import type { Socket } from 'node:net'
import { messageOf, OmmerError } from '../../primitives/errors.ts'

/** An IPC channel as both ends have it: `process` in a worker, and a `ChildProcess` in the supervisor. */
type Port = Pick<ChildProcess, 'connected' | 'send' | 'on'>

/**
 * Answers the questions of the other end, which gets the error that this throws.
 *
 * @param socket that was given with the question; undefined if none was, or the client has closed it
 */
type Answer<Question> = (question: Question, socket: Socket | undefined) => unknown

interface Envelope {
  /** of a question, or of the answer to it */
  readonly id: number
  readonly question?: unknown
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

/** Questions that two processes ask each other. They arrive in the order in which they are sent. */
export class Channel<Asked, Answered> {
  readonly #port: Port
  readonly #pending = new Map<number, PendingQuestion>()
  #questions = 0
  #isClosed = false

  constructor(port: unknown, answer: Answer<Answered>) {
    this.#port = port as Port
    this.#port.on('message', (envelope: Envelope, socket) => {
      this.#receive(envelope, socket as Socket | undefined, answer)
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

  #receive(envelope: Envelope, socket: Socket | undefined, answer: Answer<Answered>): void {
    // A process that has ended may be replaced already.
    if (this.#isClosed) return
    const { id, question, result, error } = envelope
    if (question !== undefined) {
      void this.#answer(id, () => answer(question as Answered, socket))
      return
    }
    const pending = this.#pending.get(id)
    this.#pending.delete(id)
    if (error === undefined) pending?.resolve(result)
    else pending?.reject(new OmmerError(error.code, error.message))
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
