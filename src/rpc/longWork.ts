import { SerialQueue } from '../primitives/serialQueue.ts'
import { SliceGate } from '../primitives/sliceGate.ts'
import { RequestError } from './errors.ts'

/** Counts the memory that a client makes the server use. */
export interface MemoryAccount {
  /** @param bytes negative where memory is released */
  add(bytes: number): void
}

/** The account of a client in the same process, whose memory is not limited. */
export const uncounted: MemoryAccount = { add() {} }

/** The client that work is done for. */
export interface Client {
  /** identifies the client: two objects with the same connection are the same client */
  readonly connection: object
  /** Whether the client is disconnected, so that no response can reach it. */
  isClosed(): boolean
  /** Resolves when the client has read enough of its responses; undefined where it has already. */
  drained(): Promise<void> | undefined
  readonly memory: MemoryAccount
}

/**
 * Long work calls this often, and awaits the promise it returns when the current time slice is over. Until then it
 * returns undefined.
 *
 * @param heldBytes how much memory the work uses by now
 */
export type Pause = (heldBytes?: number) => Promise<void> | undefined

/** Runs a task that may take long, in time slices. */
export type RunLong = <T>(task: (pause: Pause) => Promise<T>) => Promise<T>

/** The length of a time slice, in milliseconds: how long all other work is delayed. */
const SLICE_MS = 5

/** The tasks of each client, by connection. */
const tasksOf = new WeakMap<object, SerialQueue>()

interface QueuedSlice {
  readonly client: Client
  readonly start: () => void
}

/** The tasks that wait for their next time slice, in order. */
const queue: QueuedSlice[] = []

/**
 * Runs a task in time slices: one task per client at a time, and one slice in each round of the event loop.
 * So a large request delays only the client that sent it, and a client has at most one incomplete response in memory.
 *
 * @throws {RequestError} where the client has disconnected
 */
export function runLong<T>(client: Client, task: (pause: Pause) => Promise<T>): Promise<T> {
  const tasks = tasksOf.get(client.connection) ?? new SerialQueue()
  tasksOf.set(client.connection, tasks)
  return tasks.run(() => begin(client, task))
}

async function begin<T>(client: Client, task: (pause: Pause) => Promise<T>): Promise<T> {
  requireConnected(client)
  await client.drained()
  await nextSlice(client)
  let began = performance.now()
  let countedBytes = 0
  const pause: Pause = (heldBytes = countedBytes) => {
    if (performance.now() - began < SLICE_MS) return undefined
    client.memory.add(heldBytes - countedBytes)
    countedBytes = heldBytes
    return nextSlice(client).then(() => {
      began = performance.now()
    })
  }
  return task(pause).finally(() => client.memory.add(-countedBytes))
}

async function nextSlice(client: Client): Promise<void> {
  await new Promise<void>((start) => {
    if (queue.push({ client, start }) === 1) setImmediate(startNextSlice)
  })
  requireConnected(client)
}

function requireConnected(client: Client): void {
  // No client reads this message; it appears in the log.
  if (client.isClosed()) throw new RequestError('LIMIT_EXCEEDED', 'the client has disconnected')
}

const gate = new SliceGate()

function startNextSlice(): void {
  if (!gate.mayBegin()) {
    setImmediate(startNextSlice)
    return
  }
  // Tasks of disconnected clients fail when they start, which takes no time and releases their memory at once.
  let next = queue.shift()
  while (next?.client.isClosed()) {
    next.start()
    next = queue.shift()
  }
  next?.start()
  if (queue.length > 0) setImmediate(startNextSlice)
}
