import { setTimeout } from 'node:timers/promises'
import type { DialectName } from '../../src/endpoint/dialects/dialects.ts'
import { below, pick } from './chance.ts'
import type { Connection } from './connection.ts'
import { Latencies } from './latencies.ts'
import type { Oracle } from './oracle.ts'
import { readReplies, requestBody } from './replies.ts'
import { type Behaviour, browser, follower, type SoakRequest, walker } from './requests.ts'
import { addExample, type Tally } from './tally.ts'

/** The most messages that a client sends before it disconnects. */
const VISIT_MAX = 400

/** The most requests in a batch. */
const BATCH_MAX = 12

/** The server of a process's connections, and the oracle that judges the responses. */
export interface ClientContext {
  readonly open: (dialect: DialectName) => Promise<Connection>
  readonly oracle: Oracle
  readonly tally: Tally
  readonly isRunning: () => boolean
}

/** Runs one client after another: each connects, sends requests, and disconnects. */
export async function runClients(context: ClientContext): Promise<void> {
  while (context.isRunning()) {
    try {
      await runClient(context)
    } catch (error) {
      context.tally.errors++
      addExample(context.tally, `error: ${error}`)
      // Waits, so that a server that is gone does not get a thousand requests a second.
      await setTimeout(100)
    }
  }
}

async function runClient(context: ClientContext): Promise<void> {
  const { tally, oracle } = context
  const dialect = pick<DialectName>(['infura', 'geth'])
  const connection = await context.open(dialect)
  tally.connections++
  const behaviour = pick<() => Behaviour>([
    () => walker(below(oracle.floor)),
    () => browser,
    () => follower,
  ])()
  const sendsBatches = below(4) === 0
  const draw = (): SoakRequest[] => {
    const count = sendsBatches ? 1 + below(BATCH_MAX) : 1
    return Array.from({ length: count }, () => behaviour(oracle, dialect))
  }
  let left = 1 + below(VISIT_MAX)
  const sendAll = async (): Promise<void> => {
    while (left-- > 0 && context.isRunning())
      await sendAndCheck(context, connection, dialect, draw())
  }
  try {
    await Promise.all(Array.from({ length: connection.inFlightMax }, sendAll))
  } catch (error) {
    connection.close()
    throw error
  }
  if (below(5) > 0) return connection.close()
  connection.abandon(requestBody(draw(), takeId(1)))
  tally.abandoned++
}

/** A process never uses an id twice, so that no response can be taken for another. */
let nextId = 1

function takeId(count: number): number {
  const id = nextId
  nextId += count
  return id
}

async function sendAndCheck(
  { oracle, tally }: ClientContext,
  connection: Connection,
  dialect: DialectName,
  requests: readonly SoakRequest[],
): Promise<void> {
  const id = takeId(requests.length)
  const message = requestBody(requests, id)
  const lowest = oracle.floor
  const start = performance.now()
  const body = await connection.send(message, id)
  new Latencies(tally.latencies).add(performance.now() - start)
  const highest = oracle.ceiling
  tally.requests += requests.length
  const digests = readReplies(body, id, requests.length)
  for (const [index, { method, params, expected }] of requests.entries()) {
    const found = digests?.[index]
    let height = lowest
    while (height <= highest && expected(height) !== found) height++
    if (height <= highest) continue
    tally.wrong++
    const sent = `${dialect} ${method} ${JSON.stringify(params)}, head from ${lowest} to ${highest}`
    addExample(tally, `wrong: ${sent}: ${body.toString('utf8', 0, 300)}`)
  }
}
