import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import type { JournalHeader } from '../journal/journalHeader.ts'
import type { EndpointAddresses } from '../rpc/control/controlMethod.ts'
import { addressedKey } from '../server/addressedKey.ts'
import type { GroupHealth, GroupMember, OpenedLog, Routing, ServerGroup } from '../server/group.ts'
import type { MetricValues } from '../server/metricValues.ts'
import { connectTo, passOnRequest, passOnUpgrade } from '../server/passOn.ts'
import { Channel } from './channel.ts'
import type { Grown } from './growthClock.ts'
import { Owners } from './owners.ts'
import type { ToPrimary } from './toPrimary.ts'
import { WorkerLog } from './workerLog.ts'
import type { JournalAnswer, PrimaryQuestion, WorkerHealth, WorkerStart } from './workerMessages.ts'

/** How often a worker is tried that is being started again, and for how long. */
const RETRY_MS = 50
const WAIT_MS = 30_000

/** The group of a worker, by way of the primary process. */
export class WorkerGroup implements ServerGroup {
  readonly #primary: ToPrimary
  readonly #started: Promise<WorkerStart>
  #start: WorkerStart | undefined
  #owners = new Owners(1)
  #member: GroupMember | undefined
  /** the URL of the last request for an endpoint of this worker */
  #ownUrl: string | undefined

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
        else onStop()
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

  async openJournal(header: JournalHeader, bytesMax: number): Promise<OpenedLog> {
    const asked = this.#primary.ask({ kind: 'openJournal', header, bytesMax })
    const { follows, ...opened } = (await asked) as JournalAnswer
    for (const [key, leader] of follows) this.#owners.follow(key, leader)
    return { ...opened, journal: new WorkerLog(this.#primary) }
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
    return address
  }

  /** Adds a block to the chain at each interval, as all workers do. */
  async growEvery(intervalMs: number, signal: AbortSignal): Promise<void> {
    const member = this.#member as GroupMember
    while (!signal.aborted) {
      const asked = this.#primary.ask({ kind: 'grow', height: member.head(), intervalMs })
      const grown = (await asked.catch(() => undefined)) as Grown | undefined
      // The primary process has ended, and this one ends, too.
      if (grown === undefined) return
      // The time for building is not added to the interval.
      const due = performance.now() + grown.wait
      await member.grow(grown.height)
      await sleep(due - performance.now(), undefined, { signal }).catch(() => {})
    }
  }

  owns(key: string): boolean {
    return this.#owners.of(key) === this.#start?.index
  }

  route(request: IncomingMessage, response: ServerResponse, { serve }: Routing): void {
    const path = this.#elsewhere(request.url as string)
    if (path === undefined) serve()
    else void passOnRequest((client) => connectWith(path, client), request, response)
  }

  routeUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer, { serve }: Routing): void {
    const path = this.#elsewhere(request.url as string)
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

  /** Where the worker takes requests that owns the endpoint of an address; undefined for endpoints of this one. */
  #elsewhere(url: string): string | undefined {
    // Most clients use one address.
    if (url === this.#ownUrl) return undefined
    const { index, sockets } = this.#start as WorkerStart
    const key = addressedKey(url, this.#member?.rootKey)
    const owner = key === undefined ? index : this.#owners.of(key)
    if (owner !== index) return sockets[owner]
    this.#ownUrl = url
    return undefined
  }

  /** Serves a connection whose first bytes were read by the primary process. */
  #serve(head: Uint8Array, socket: Socket | undefined): void {
    // The client may have closed it.
    if (socket === undefined) return
    if (this.#member === undefined) socket.destroy()
    else this.#member.http.take(socket, head)
  }

  #follow(key: string, leader: string): void {
    this.#owners.follow(key, leader)
    // Its endpoint may be of another worker now.
    this.#ownUrl = undefined
  }

  #health(member: GroupMember): WorkerHealth {
    const { index } = this.#start as WorkerStart
    return { index, pid: process.pid, head: member.head(), requests: member.requests() }
  }

  #answer(question: PrimaryQuestion, socket: Socket | undefined): unknown {
    const member = this.#member
    if (question.kind === 'ping') return true
    if (question.kind === 'follow') return this.#follow(question.key, question.leader)
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
        return this.#health(member)
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
