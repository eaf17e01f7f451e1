import { Agent, request as httpRequest } from 'node:http'
import { WebSocket } from 'ws'
import { serveParent } from '../../../scripts/bench/child.ts'
import type { Question, Testimony } from '../faults/witness.ts'
import { sized } from '../sized.ts'

/** The interval between requests on a transport: long enough to put little load on the server. */
const INTERVAL_MS = 5

/**
 * An answer that takes longer is treated as missing: well below the limit of a test, which would only report a timeout.
 */
const DEADLINE_MS = 200_000

/** How many answers may be pending at once: on an overloaded machine their number would grow without limit. */
const UNANSWERED_MAX = 400

/** It closes idle connections long before the server does: a request that crosses the server's close has no answer. */
const IDLE_MS = 30_000

/** How many first answers are ignored, because the server's code is not compiled yet. */
const WARM_UP = sized(40, 200)

const latenciesMs: number[] = []
const wrong: string[] = []
let warm = false
let number = 0
let unanswered = 0
let onAnswer = (): void => {}
let stop = async (): Promise<void> => {}

serveParent({
  async start({ url, wsUrl, questions }: { url: string; wsUrl: string; questions: Question[] }) {
    const agent = new Agent({ keepAlive: true, timeout: IDLE_MS })
    const socket = new WebSocket(wsUrl, { perMessageDeflate: false })
    const awaited = new Map<string, (answer: string) => void>()
    await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject))
    socket.on('message', (data) => {
      const answer = String(data)
      awaited.get(answer.slice(0, answer.indexOf(',', ID_AT)))?.(answer)
    })
    socket.on('close', (code) => wrong.push(`the WebSocket was closed with ${code}`))

    const timer = setInterval(() => {
      if (unanswered >= UNANSWERED_MAX) return
      const question = questions[number % questions.length] as Question
      const overHttp = expectAnswer(question, number++, 'HTTP')
      const sent = httpRequest(url, {
        method: 'POST',
        agent,
        headers: { 'content-type': 'application/json' },
      })
      sent.on('response', async (response) => {
        const answer = await response.toArray().catch(String)
        overHttp.answered(Array.isArray(answer) ? String(Buffer.concat(answer)) : answer)
      })
      sent.on('error', (error) => overHttp.answered(String(error)))
      sent.end(overHttp.body)

      const overWebSocket = expectAnswer(question, number++, 'WebSocket')
      const start = overWebSocket.expected.slice(0, overWebSocket.expected.indexOf(',', ID_AT))
      awaited.set(start, (answer) => {
        awaited.delete(start)
        overWebSocket.answered(answer)
      })
      socket.send(overWebSocket.body)
    }, INTERVAL_MS)
    if (!warm) await until(() => latenciesMs.length >= WARM_UP)
    warm = true
    latenciesMs.length = 0
    wrong.length = 0

    stop = async () => {
      clearInterval(timer)
      const deadline = setTimeout(() => {
        wrong.push(`${unanswered} requests were not answered in ${DEADLINE_MS} ms`)
        unanswered = 0
        onAnswer()
      }, DEADLINE_MS)
      await until(() => unanswered === 0)
      clearTimeout(deadline)
      socket.removeAllListeners('close')
      socket.terminate()
      agent.destroy()
    }
  },

  /** Resolves after this many more answers. */
  moreAnswers(count: number): Promise<void> {
    const wanted = latenciesMs.length + count
    return until(() => latenciesMs.length >= wanted)
  },

  async stop(): Promise<Testimony> {
    await stop()
    return { latenciesMs, wrong }
  },
})

/** The index of the id's number in an answer. */
const ID_AT = '{"jsonrpc":"2.0",'.length

function expectAnswer({ call, result }: Question, id: number, transport: string) {
  const expected = `{"jsonrpc":"2.0","id":${id},"result":${result}}`
  const start = performance.now()
  unanswered++
  return {
    expected,
    body: JSON.stringify({ jsonrpc: '2.0', id, ...call }),
    answered(answer: string) {
      unanswered--
      latenciesMs.push(performance.now() - start)
      if (answer !== expected) {
        wrong.push(`${transport}: ${answer.slice(0, 200)} instead of ${expected.slice(0, 200)}`)
      }
      onAnswer()
    },
  }
}

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) {
    await new Promise<void>((resolve) => {
      onAnswer = resolve
    })
  }
}
