import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Chain } from '../chain/chain.ts'
import { passBlock } from '../chain/execution/passedBlocks.ts'
import type { Header } from '../journal/header.ts'
import { SerialQueue } from '../primitives/serialQueue.ts'
import type { EndpointAddresses } from '../rpc/control/controlMethod.ts'
import { addressedKey } from '../server/addressedKey.ts'
import { keyInPath } from '../server/apiKey.ts'
import type { GroupHealth, GroupMember, OpenedLog, Routing, ServerGroup } from '../server/group.ts'
import type { MetricValues } from '../server/metricValues.ts'
import { connectTo, passOnRequest, passOnUpgrade } from '../server/passOn.ts'
import { Channel } from './channel.ts'
import { HeldCopies } from './heldCopies.ts'
import type {
  CopyMessage,
  GrowthMessage,
  JournalAnswer,
  PrimaryQuestion,
  WorkerHealth,
  WorkerStart,
} from './messages.ts'
import { OwnedCopies } from './ownedCopies.ts'
import { Owners } from './owners.ts'
import type { ToPrimary } from './toPrimary.ts'
import { WorkerLog } from './workerLog.ts'

/** How often a worker is tried that is being started again, and for how long. */
const RETRY_MS = 50
const WAIT_MS = 30_000

/** Index of the worker that lets the chain grow. */
const GROWING = 0

/** The group of a worker, by way of the primary process. */
export class WorkerGroup implements ServerGroup {
  readonly #primary: ToPrimary
  readonly copies: HeldCopies
  readonly #ownedCopies: OwnedCopies
  /** connections that were closed in this round of the event loop */
  #closedConnections = 0
  readonly #started: Promise<WorkerStart>
  #start: WorkerStart | undefined
  #owners = new Owners(1)
  #member: GroupMember | undefined
  /** the URL of the last request for an endpoint of this worker */
  #ownUrl: string | undefined
  /** number of the last block of the main branch in other workers, once it has grown */
  #height: number | undefined
  /** the last step of growing the chain, or of telling others of it */
  readonly #growing = new SerialQueue()

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
        else this.#receive(message)
      },
    })
    this.#ownedCopies = new OwnedCopies(this.#primary, (key) => this.#member?.access(key))
    this.copies = new HeldCopies({
      primary: this.#primary,
      index: () => (this.#start as WorkerStart).index,
      ownerOf: (key) => this.#owners.of(key),
      chain: () => (this.#member as GroupMember).chain,
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
    const { follows, ...opened } = (await asked) as JournalAnswer
    for (const [key, leader] of follows) this.#owners.follow(key, leader)
    // One of them lets the chain grow, and the others follow it.
    const growsChain = (await this.#started).index === GROWING
    return { ...opened, journal: new WorkerLog(this.#primary, growsChain, this.#ownedCopies) }
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
    const { growth } = member.chain
    growth.onExtending(() => this.#ownedCopies.beforeExtended())
    growth.onExtended(() => this.#ownedCopies.afterExtended())
    // If that fails, it grows with the next block.
    if (this.#height !== undefined) this.#grow(this.#height).catch(() => {})
    if (start.index === GROWING) {
      // The process that has ended before this one may not have told it.
      this.#tellHeight(member.chain.tree.head.number)
      growth.onExtended(() => this.#passOn(member.chain))
    }
    return address
  }

  owns(key: string): boolean {
    return this.#owners.of(key) === this.#start?.index
  }

  route(request: IncomingMessage, response: ServerResponse, routing: Routing): void {
    const url = request.url as string
    const elsewhere = this.#elsewhere(url)
    if (elsewhere === undefined) {
      this.#serveOwn(url, response, routing.serve)
      return
    }
    const { key, path } = elsewhere
    const passOn = async (body?: Uint8Array): Promise<void> => {
      await this.copies.beforePassing(key)
      await passOnRequest((client) => connectWith(path, client), request, response, body)
    }
    routing.serveCopy((body) => void passOn(body))
  }

  routeUpgrade(
    request: IncomingMessage,
    socket: Duplex,
    head: Buffer,
    { serve }: Pick<Routing, 'serve'>,
  ): void {
    const url = request.url as string
    const elsewhere = this.#elsewhere(url)
    if (elsewhere === undefined) {
      this.#serveOwn(url, socket, serve)
      return
    }
    const { path } = elsewhere
    void passOnUpgrade((client) => connectWith(path, client), request, socket, head)
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

  /** The endpoint of another worker that an address is of, and where that takes requests; undefined for all others. */
  #elsewhere(url: string): { readonly key: string; readonly path: string } | undefined {
    // Most clients use one address.
    if (url === this.#ownUrl) return undefined
    const { index, sockets } = this.#start as WorkerStart
    const key = addressedKey(url, this.#member?.rootKey)
    if (key === undefined) return undefined
    const owner = this.#owners.of(key)
    return owner === index ? undefined : { key, path: sockets[owner] as string }
  }

  /** @param client is closed when the request, or the connection of a WebSocket, is done */
  #serveOwn(url: string, client: ServerResponse | Duplex, serve: () => void): void {
    const key = url === this.#ownUrl ? undefined : watchedKey(url)
    if (key !== undefined) {
      const { ready, end } = this.#ownedCopies.watch(key)
      client.once('close', end)
      if (ready !== undefined) {
        void ready.then(serve)
        return
      }
    } else this.#ownUrl = url
    serve()
  }

  /** Serves a connection whose first bytes were read by the primary process. */
  #serve(head: Uint8Array, socket: Socket | undefined): void {
    // The client may have closed it.
    if (socket === undefined) {
      this.#countClosed()
      return
    }
    socket.once('close', () => this.#countClosed())
    const member = this.#member
    if (member === undefined) return void socket.destroy()
    member.http.take(socket, head)
  }

  /** The primary process is told of all that are closed in a round of the event loop together. */
  #countClosed(): void {
    this.#closedConnections++
    if (this.#closedConnections > 1) return
    setImmediate(() => {
      this.#primary.tell({ kind: 'closed', count: this.#closedConnections })
      this.#closedConnections = 0
    })
  }

  #receive(message: CopyMessage): void {
    if (message.kind === 'want') this.#ownedCopies.want(message)
    else if (message.kind === 'unwant') {
      this.#ownedCopies.unwant(message.worker, message.endpoint)
    } else if (message.kind === 'position') this.copies.take(message)
    else this.copies.refuse(message.id)
  }

  async #grow(height: number, passed?: GrowthMessage['passed']): Promise<void> {
    // Before it has joined, it grows later.
    this.#height = height
    await this.#growing.run(() => this.#member?.grow(height, passed))
  }

  /** Passes the last block on to the other workers. */
  #passOn({ tree, producer }: Chain): void {
    const { head } = tree
    const pass = async (): Promise<void> => {
      const { archive } = await producer()
      this.#tellHeight(head.number, passBlock(head, tree, archive))
    }
    this.#growing.run(pass).catch(() => this.#tellHeight(head.number))
  }

  /** @param passed undefined if other workers have to build the block */
  #tellHeight(height: number, passed?: GrowthMessage['passed']): void {
    this.#primary.tell({ kind: 'grow', height, passed })
  }

  #health(member: GroupMember): WorkerHealth {
    const { index } = this.#start as WorkerStart
    return { index, pid: process.pid, head: member.head(), requests: member.requests() }
  }

  #forget(worker: number): void {
    this.#ownedCopies.forget(worker)
    this.copies.forgetOwner(worker)
  }

  async #close(key: string, member: GroupMember): Promise<void> {
    const { ready, end } = this.#ownedCopies.watch(key)
    await ready
    await member.close(key).finally(end)
  }

  #answer(question: PrimaryQuestion, socket: Socket | undefined): unknown {
    const member = this.#member
    if (question.kind === 'ping') return true
    if (question.kind === 'follow') return this.#owners.follow(question.key, question.leader)
    if (question.kind === 'connection') return this.#serve(question.head, socket)
    if (question.kind === 'grow') return this.#grow(question.height, question.passed)
    if (question.kind === 'revoke') return this.copies.revoke(question.endpoint)
    if (question.kind === 'ended') return this.#forget(question.worker)
    if (member === undefined) return undefined
    switch (question.kind) {
      case 'exists':
        return member.exists(question.key)
      case 'create':
        return member.create(question.key, question.options)
      case 'close':
        return this.#close(question.key, member)
      case 'calls':
        return this.#ownedCopies.addCalls(question)
      case 'metrics':
        return member.metrics()
      case 'health':
        return this.#health(member)
    }
  }
}

const explorer = /\?(?:.*&)?explorer(?:[&=]|$)/

/** The key of the endpoint whose clients are watched: by the author of a test, or in the explorer. */
function watchedKey(url: string): string | undefined {
  return keyInPath(url, '/control/') ?? (explorer.test(url) ? keyInPath(url, '/ws/v3/') : undefined)
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
