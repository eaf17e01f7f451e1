import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import type { EntryHead } from '../journal/entry.ts'
import type { Header } from '../journal/header.ts'
import type { EndpointAddresses } from '../rpc/control/controlMethod.ts'
import { addressedKey } from '../server/addressedKey.ts'
import type { GroupHealth, GroupMember, OpenedLog, Routing, ServerGroup } from '../server/group.ts'
import type { MetricValues } from '../server/metricValues.ts'
import { connectTo, passOnRequest, passOnUpgrade } from '../server/passOn.ts'
import { Channel } from './channel.ts'
import type {
  JournalAnswer,
  PrimaryMessage,
  PrimaryQuestion,
  WorkerHealth,
  WorkerMessage,
  WorkerQuestion,
  WorkerStart,
} from './messages.ts'
import { Owners } from './owners.ts'
import { WorkerLog } from './workerLog.ts'

/** How often a worker is tried that is being started again, and for how long. */
const RETRY_MS = 50
const WAIT_MS = 30_000

/** The group of a worker, by way of the primary process. */
export class WorkerGroup implements ServerGroup {
  readonly #primary: Channel<WorkerQuestion, WorkerMessage, PrimaryQuestion, PrimaryMessage>
  readonly #started: Promise<WorkerStart>
  #start: WorkerStart | undefined
  #owners = new Owners(1)
  #member: GroupMember | undefined
  /** the URL of the last request for an endpoint of this worker */
  #ownUrl: string | undefined
  /** of the main branch in other workers, once it has grown */
  #head: EntryHead | undefined
  /** the last step of growing the chain */
  #growing: Promise<void> = Promise.resolve()

  /** @param onStop is called when the primary process tells the worker to stop, or has ended */
  constructor(onStop: () => void) {
    let started: (start: WorkerStart) => void
    this.#started = new Promise((resolve) => {
      started = resolve
    })
    const begin = (start: WorkerStart): void => {
      this.#start = start
      this.#owners = new Owners(start.count, start.follows)
      started(start)
    }
    process.once('disconnect', onStop)
    this.#primary = new Channel(process, {
      answer: (question, socket) => this.#answer(question, socket),
      receive: (message) => {
        if (message.kind === 'start') begin(message)
        else if (message.kind === 'stop') onStop()
        else this.#grow(message.head)
      },
    })
  }

  /** What the primary process has told it at the beginning. */
  get started(): Promise<WorkerStart> {
    return this.#started
  }

  /**
   * Lets the primary process send connections.
   *
   * @param text to print once all workers are ready
   */
  ready(text: string): void {
    this.#primary.tell({ kind: 'ready', text })
  }

  /** Lets this process end. */
  leave(): void {
    if (process.connected) process.disconnect()
  }

  async openJournal(header: Header, bytesMax: number): Promise<OpenedLog> {
    const asked = this.#primary.ask({ kind: 'openJournal', header, bytesMax })
    const opened = (await asked) as JournalAnswer
    // One of them lets the chain grow, and the others follow it.
    const growsChain = (await this.#started).index === 0
    return { ...opened, journal: new WorkerLog(this.#primary, growsChain) }
  }

  async join(member: GroupMember): Promise<string> {
    const start = await this.#started
    const { server } = member.http
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject)
      server.listen(start.sockets[start.index], () => {
        server.off('error', reject)
        resolve()
      })
    })
    const address = (await this.#primary.ask({ kind: 'listen' })) as string
    this.#member = member
    if (this.#head !== undefined) this.#grow(this.#head)
    return address
  }

  owns(key: string): boolean {
    return this.#owners.of(key) === this.#start?.index
  }

  route(request: IncomingMessage, response: ServerResponse, { serve }: Routing): void {
    const path = this.#pathOfOwner(request)
    if (path === undefined) serve()
    else void passOnRequest((client) => connectWith(path, client), request, response)
  }

  routeUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer, { serve }: Routing): void {
    const path = this.#pathOfOwner(request)
    if (path === undefined) serve()
    else void passOnUpgrade((client) => connectWith(path, client), request, socket, head)
  }

  async create(key: string, options: unknown): Promise<EndpointAddresses> {
    return (await this.#primary.ask({ kind: 'create', key, options })) as EndpointAddresses
  }

  async close(key: string): Promise<void> {
    await this.#primary.ask({ kind: 'close', key })
  }

  async metrics(): Promise<readonly MetricValues[]> {
    return (await this.#primary.ask({ kind: 'metrics' })) as readonly MetricValues[]
  }

  async health(): Promise<GroupHealth> {
    const workers = (await this.#primary.ask({ kind: 'health' })) as readonly WorkerHealth[]
    const isUp = workers.every(({ pid }) => pid !== null)
    return { isUp, status: isUp ? 'ok' : 'degraded', details: { workers } }
  }

  /** @returns undefined if this worker owns the endpoint, or the address is of none */
  #pathOfOwner({ url }: IncomingMessage): string | undefined {
    // Most clients use one address.
    if (url === this.#ownUrl) return undefined
    const { index, sockets } = this.#start as WorkerStart
    const key = addressedKey(url as string, this.#member?.rootKey)
    const owner = key === undefined ? index : this.#owners.of(key)
    if (owner !== index) return sockets[owner]
    this.#ownUrl = url
    return undefined
  }

  /** Serves a connection whose first bytes were read by the primary process. */
  #serve(head: Uint8Array, socket: Socket | undefined): void {
    // The client may have closed it.
    if (socket === undefined) return
    const member = this.#member
    if (member === undefined) return void socket.destroy()
    member.http.take(socket, head)
  }

  #grow(head: EntryHead): void {
    // Before it has joined, it grows later.
    this.#head = head
    this.#growing = this.#growing.then(() => this.#member?.grow(head))
  }

  #answer(question: PrimaryQuestion, socket: Socket | undefined): unknown {
    const member = this.#member
    if (question.kind === 'ping') return true
    if (question.kind === 'follow') return this.#owners.follow(question.key, question.leader)
    if (question.kind === 'connection') return this.#serve(question.head, socket)
    if (member === undefined) return undefined
    switch (question.kind) {
      case 'exists':
        return member.exists(question.key)
      case 'create':
        return member.create(question.key, question.options)
      case 'close':
        return member.close(question.key)
      case 'metrics':
        return member.metrics()
      case 'health':
        return { index: this.#start?.index, pid: process.pid, head: member.head() }
    }
  }
}

/**
 * Connects with a worker, as soon as it can be.
 *
 * @param client for whom it is done
 * @returns undefined if that takes too long, or the client has disconnected
 */
async function connectWith(path: string, client: Duplex): Promise<Socket | undefined> {
  const end = performance.now() + WAIT_MS
  while (!client.destroyed && performance.now() < end) {
    const socket = await connectTo(path)
    if (socket !== undefined) return socket
    await sleep(RETRY_MS)
  }
  return undefined
}
