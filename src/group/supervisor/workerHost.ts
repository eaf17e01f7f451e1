import { once } from 'node:events'
import type { Socket } from 'node:net'
import type { GroupHealth, GroupMember } from '../../server/group.ts'
import type { MetricValues } from '../../server/metricValues.ts'
import type { GroupStore } from '../groupStore.ts'
import type { ListenResult, MemberHost } from '../memberHost.ts'
import { Channel } from './channel.ts'
import type {
  ListenAnswer,
  SupervisorQuestion,
  WorkerHealth,
  WorkerQuestion,
  WorkerStart,
} from './messages.ts'
import { remoteStore } from './remoteStore.ts'

/** A worker is a member that a supervisor has started, which gives it connections and has its store. */
export class WorkerHost implements MemberHost {
  readonly #supervisor: Channel<WorkerQuestion, SupervisorQuestion>
  /** what the supervisor has told it at the beginning */
  readonly started: Promise<WorkerStart>
  readonly #onStop: () => void
  #start: (start: WorkerStart) => void = () => {}
  /** Lets the supervisor send connections. @param text to print once all workers are ready */
  ready: (text: string) => void = () => {}
  readonly #isReady = new Promise<string>((resolve) => {
    this.ready = resolve
  })
  #server: GroupMember | undefined

  /** @param onStop is called when the supervisor tells the worker to stop, or has ended */
  constructor(onStop: () => void) {
    this.#onStop = onStop
    this.started = new Promise((resolve) => {
      this.#start = resolve
    })
    process.once('disconnect', onStop)
    this.#supervisor = new Channel(process, (question, socket) => this.#answer(question, socket))
  }

  /** @param name of the journal, for messages */
  store(name: string): GroupStore {
    return remoteStore(name, (question) => this.#supervisor.ask(question))
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
      case 'start':
        this.#start(question)
        return this.#isReady
      case 'stop':
        return this.#onStop()
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
