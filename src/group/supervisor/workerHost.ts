import { once } from 'node:events'
import type { Socket } from 'node:net'
import type { GroupHealth, GroupMember } from '../../server/group.ts'
import type { MetricValues } from '../../server/metricValues.ts'
import type { GroupStore } from '../groupStore.ts'
import type { ListenResult, MemberHost } from '../memberHost.ts'
import { Channel } from './channel.ts'
import type {
  ListenAnswer,
  SupervisorMessage,
  SupervisorQuestion,
  WorkerHealth,
  WorkerMessage,
  WorkerQuestion,
  WorkerStart,
} from './messages.ts'
import { remoteStore } from './remoteStore.ts'

type ToSupervisor = Channel<WorkerQuestion, WorkerMessage, SupervisorQuestion, SupervisorMessage>

/** A worker is a member that a supervisor has started, which gives it connections and has its store. */
export class WorkerHost implements MemberHost {
  readonly #supervisor: ToSupervisor
  /** what the supervisor has told it at the beginning */
  readonly started: Promise<WorkerStart>
  #server: GroupMember | undefined

  /** @param onStop is called when the supervisor tells the worker to stop, or has ended */
  constructor(onStop: () => void) {
    let start: (start: WorkerStart) => void
    this.started = new Promise((resolve) => {
      start = resolve
    })
    process.once('disconnect', onStop)
    this.#supervisor = new Channel(process, {
      answer: (question, socket) => this.#answer(question, socket),
      receive: (message) => {
        if (message.kind === 'start') start(message)
        else onStop()
      },
    })
  }

  /** @param name of the journal, for messages */
  store(name: string): GroupStore {
    return remoteStore(name, (question) => this.#supervisor.ask(question))
  }

  /**
   * Lets the supervisor send connections.
   *
   * @param text to print once all workers are ready
   */
  ready(text: string): void {
    this.#supervisor.tell({ kind: 'ready', text })
  }

  /** Lets this process end. */
  leave(): void {
    if (process.connected) process.disconnect()
  }

  async listen(server: GroupMember): Promise<ListenResult> {
    this.#server = server
    const { socket } = await this.started
    server.http.server.listen(socket)
    await once(server.http.server, 'listening')
    const { address, keys } = (await this.#supervisor.ask({ kind: 'listen' })) as ListenAnswer
    return { address, own: socket, keys }
  }

  async metrics(): Promise<readonly MetricValues[]> {
    const answers = (await this.#supervisor.ask({ kind: 'metrics' })) as (
      | MetricValues
      | undefined
    )[]
    return answers.filter((each) => each !== undefined)
  }

  async health(): Promise<GroupHealth> {
    const answers = (await this.#supervisor.ask({ kind: 'health' })) as (WorkerHealth | undefined)[]
    const isUp = !answers.includes(undefined)
    const none = { pid: null, head: null, requests: null }
    const workers = answers.map((each, index) => ({ index, ...(each ?? none) }))
    return { isUp, status: isUp ? 'ok' : 'degraded', details: { workers } }
  }

  #answer(question: SupervisorQuestion, socket: Socket | undefined): unknown {
    const server = this.#server
    switch (question.kind) {
      case 'ping':
        return true
      case 'connection':
        // The client may have closed it.
        return socket && server?.http.take(socket, question.head)
      case 'metrics':
        return server?.metrics()
      case 'health':
        return {
          pid: process.pid,
          head: server?.chain.tree.head.number,
          requests: server?.statistics.answeredCount,
        }
    }
  }
}
