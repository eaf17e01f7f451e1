import { SerialQueue } from '../primitives/serialQueue.ts'
import { SliceGate } from '../primitives/sliceGate.ts'
import { SliceRest } from '../primitives/sliceRest.ts'
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
export type SlicePause = (heldBytes?: number) => Promise<void> | undefined

/** Runs a task that may take long, in time slices. */
export type RunLong = <T>(task: (pause: SlicePause) => Promise<T>) => Promise<T>

/** The length of a time slice, in milliseconds: how long all other work is delayed. */
const SLICE_MS = 2

/** Node's own, also while a test in the same process replaces timers. */
const { setImmediate, setTimeout, performance } = globalThis

/** The tasks of each client, by connection. */
const tasksOf = new WeakMap<object, SerialQueue>()

interface QueuedSlice {
  readonly client: Client
  readonly start: () => void
}

/** The tasks that wait for their next time slice, in order. */
const queue: QueuedSlice[] = []

/** Whether the next slice is scheduled. */
let isScheduled = false

/** How many tasks have begun and not ended. */
let running = 0

const gate = new SliceGate()
const rest = new SliceRest(() => performance.now())

/** Reports a request that was answered without `runLong`. While such requests arrive, slices rest. */
export function reportShortRequest(): void {
  // A client that sends one request after the other never waits for slices of its own.
  if (running > 0) rest.reportRequest()
}

/**
 * Runs a task in time slices: one task per client at a time, and one slice in each round of the event loop. While others
 * send short requests, slices take at most half of the time.
 * So a large request delays only the client that sent it, and a client has at most one incomplete response in memory.
 *
 * @throws {RequestError} where the client has disconnected
 */
export function runLong<T>(client: Client, task: (pause: SlicePause) => Promise<T>): Promise<T> {
  const tasks = tasksOf.get(client.connection) ?? new SerialQueue()
  tasksOf.set(client.connection, tasks)
  return tasks.run(() => begin(client, task))
}

async function begin<T>(client: Client, task: (pause: SlicePause) => Promise<T>): Promise<T> {
  requireConnected(client)
  await client.drained()
  await nextSlice(client)
  running++
  let began = performance.now()
  let countedBytes = 0
  const pause: SlicePause = (heldBytes = countedBytes) => {
    const took = performance.now() - began
    if (took < SLICE_MS) return undefined
    rest.end(took)
    client.memory.add(heldBytes - countedBytes)
    countedBytes = heldBytes
    return nextSlice(client).then(() => {
      began = performance.now()
    })
  }
  return task(pause).finally(() => {
    rest.end(performance.now() - began)
    running--
    client.memory.add(-countedBytes)
  })
}

async function nextSlice(client: Client): Promise<void> {
  await new Promise<void>((start) => {
    queue.push({ client, start })
    if (!isScheduled) setImmediate(startNextSlice)
    isScheduled = true
  })
  requireConnected(client)
}

function requireConnected(client: Client): void {
  // No client reads this message; it appears in the log.
  if (client.isClosed()) throw new RequestError('LIMIT_EXCEEDED', 'the client has disconnected')
}

function startNextSlice(): void {
  if (!gate.mayBegin()) {
    setImmediate(startNextSlice)
    return
  }
  if (rest.left > 0) {
    setTimeout(startNextSlice, rest.left)
    return
  }
  // Tasks of disconnected clients fail when they start, which takes no time and releases their memory at once.
  let next = queue.shift()
  while (next?.client.isClosed()) {
    next.start()
    next = queue.shift()
  }
  next?.start()
  isScheduled = queue.length > 0
  if (isScheduled) setImmediate(startNextSlice)
}
