import { RequestError } from './errors.ts'

/** Counts the memory that a client makes the server use. */
export interface MemoryAccount {
  /** @param bytes negative where memory is given back */
  add(bytes: number): void
}

/** The account of a caller whose memory nobody counts: one in the same process. */
export const uncounted: MemoryAccount = { add() {} }

/** For whom something is done. */
export interface Client {
  /** stands for the client: what is one object is one client */
  readonly connection: object
  /** Whether there is nobody left to answer. */
  isClosed(): boolean
  /** Resolves when the client has read enough of its answers; undefined where it has. */
  drained(): Promise<void> | undefined
  readonly memory: MemoryAccount
}

/**
 * To be called again and again by long work: returns a promise to wait for when others are to have their turn.
 *
 * @param heldBytes what the work has gathered by now
 */
export type Pause = (heldBytes?: number) => Promise<void> | undefined

/** Does something that may take long. */
export type RunLong = <T>(task: (pause: Pause) => Promise<T>) => Promise<T>

/** How long a turn is, in milliseconds: everybody else waits for so long. */
const TURN_MS = 5

/** What was asked for last, of each client. */
const last = new WeakMap<object, Promise<unknown>>()

/** Those who wait for their turn, in their order. */
const waiting: { readonly client: Client; readonly start: () => void }[] = []

/**
 * Does something that may take long, in turn with all else: of one client's wishes one at a time, and of all clients'
 * one turn in each round of the event loop. So who asks for a lot waits for it alone, and holds no more than one
 * answer that is not complete.
 *
 * @throws {RequestError} where the client has gone
 */
export function runLong<T>(client: Client, task: (pause: Pause) => Promise<T>): Promise<T> {
  const before = last.get(client.connection) ?? Promise.resolve()
  const result = before.then(() => begin(client, task))
  last.set(
    client.connection,
    result.catch(() => {}),
  )
  return result
}

async function begin<T>(client: Client, task: (pause: Pause) => Promise<T>): Promise<T> {
  requireConnected(client)
  await client.drained()
  await nextTurn(client)
  let began = performance.now()
  let countedBytes = 0
  const pause: Pause = (heldBytes = countedBytes) => {
    if (performance.now() - began < TURN_MS) return undefined
    client.memory.add(heldBytes - countedBytes)
    countedBytes = heldBytes
    return nextTurn(client).then(() => {
      began = performance.now()
    })
  }
  return task(pause).finally(() => client.memory.add(-countedBytes))
}

async function nextTurn(client: Client): Promise<void> {
  await new Promise<void>((start) => {
    if (waiting.push({ client, start }) === 1) setImmediate(giveTurn)
  })
  requireConnected(client)
}

function requireConnected(client: Client): void {
  // Nobody will read it: it is said for the records.
  if (client.isClosed()) throw new RequestError('LIMIT_EXCEEDED', 'the client has gone')
}

function giveTurn(): void {
  // Work for clients that have gone ends without a turn, and frees its memory at once.
  let next = waiting.shift()
  while (next?.client.isClosed()) {
    next.start()
    next = waiting.shift()
  }
  next?.start()
  if (waiting.length > 0) setImmediate(giveTurn)
}
