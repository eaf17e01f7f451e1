import { setTimeout } from 'node:timers/promises'
import type { DialectName } from '../../src/endpoint/dialects/dialect.ts'
import { below, pick } from './chance.ts'
import { Latencies } from './latencies.ts'
import type { Line } from './line.ts'
import type { Oracle } from './oracle.ts'
import { browser, follower, type Habit, type Question, walker } from './questions.ts'
import { readReplies, requestBody } from './replies.ts'
import { addExample, type Tally } from './tally.ts'

/** The most messages that a client sends before it disconnects. */
const VISIT_MAX = 400

/** The most requests in a batch. */
const BATCH_MAX = 12

/** The server of a process's connections, and the oracle that judges the responses. */
export interface Scene {
  readonly open: (dialect: DialectName) => Promise<Line>
  readonly oracle: Oracle
  readonly tally: Tally
  readonly goesOn: () => boolean
}

/** Runs one client after another: each connects, sends requests, and disconnects. */
export async function receiveVisitors(scene: Scene): Promise<void> {
  while (scene.goesOn()) {
    try {
      await visit(scene)
    } catch (error) {
      scene.tally.errors++
      addExample(scene.tally, `error: ${error}`)
      // Waits, so that a server that is gone does not get a thousand requests a second.
      await setTimeout(100)
    }
  }
}

async function visit(scene: Scene): Promise<void> {
  const { tally, oracle } = scene
  const dialect = pick<DialectName>(['infura', 'geth'])
  const line = await scene.open(dialect)
  tally.connections++
  const habit = pick<() => Habit>([
    () => walker(below(oracle.floor)),
    () => browser,
    () => follower,
  ])()
  const sendsBatches = below(4) === 0
  const draw = (): Question[] => {
    const count = sendsBatches ? 1 + below(BATCH_MAX) : 1
    return Array.from({ length: count }, () => habit(oracle, dialect))
  }
  let left = 1 + below(VISIT_MAX)
  const converse = async (): Promise<void> => {
    while (left-- > 0 && scene.goesOn()) await turn(scene, line, dialect, draw())
  }
  try {
    await Promise.all(Array.from({ length: line.width }, converse))
  } catch (error) {
    line.close()
    throw error
  }
  if (below(5) > 0) return line.close()
  line.abandon(requestBody(draw(), takeId(1)))
  tally.abandoned++
}

/** A process never uses an id twice, so that no response can be taken for another. */
let nextId = 1

function takeId(count: number): number {
  const id = nextId
  nextId += count
  return id
}

async function turn(
  { oracle, tally }: Scene,
  line: Line,
  dialect: DialectName,
  questions: readonly Question[],
): Promise<void> {
  const id = takeId(questions.length)
  const message = requestBody(questions, id)
  const lowest = oracle.floor
  const start = performance.now()
  const body = await line.ask(message, id)
  new Latencies(tally.latencies).add(performance.now() - start)
  const highest = oracle.ceiling
  tally.requests += questions.length
  const digests = readReplies(body, id, questions.length)
  for (const [place, { method, params, right }] of questions.entries()) {
    const found = digests?.[place]
    let height = lowest
    while (height <= highest && right(height) !== found) height++
    if (height <= highest) continue
    tally.wrong++
    const asked = `${dialect} ${method} ${JSON.stringify(params)}, head from ${lowest} to ${highest}`
    addExample(tally, `wrong: ${asked}: ${body.toString('utf8', 0, 300)}`)
  }
}
