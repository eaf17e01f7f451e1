import { RequestError } from './errors.ts'

/** For whom something is done. */
export interface Client {
  /** stands for the client: what is one object is one client */
  readonly connection: object
  /** Whether there is nobody left to answer. */
  isGone(): boolean
  /** Resolves when the client has read enough of its answers; undefined where it has. */
  whenRead(): Promise<void> | undefined
}

/** To be asked again and again while something is done: gives a promise to be waited for where others are to have their turn. */
export type Pause = () => Promise<void> | undefined

/** Does something that may take long. */
export type RunLong = <T>(task: (pause: Pause) => Promise<T>) => Promise<T>

/** How long a turn is, in milliseconds: everybody else waits for so long. */
const TURN_MS = 5

/** What was asked for last, of each client. */
const last = new WeakMap<object, Promise<unknown>>()

/** Those who wait for their turn, in their order. */
const waiting: (() => void)[] = []

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
  await client.whenRead()
  await nextTurn(client)
  let began = performance.now()
  return task(() => {
    if (performance.now() - began < TURN_MS) return undefined
    return nextTurn(client).then(() => {
      began = performance.now()
    })
  })
}

async function nextTurn(client: Client): Promise<void> {
  await new Promise<void>((resolve) => {
    if (waiting.push(resolve) === 1) setImmediate(giveTurn)
  })
  // Nobody will read it: it is said for the records.
  if (client.isGone()) throw new RequestError('LIMIT_EXCEEDED', 'the client has gone')
}

function giveTurn(): void {
  waiting.shift()?.()
  if (waiting.length > 0) setImmediate(giveTurn)
}
