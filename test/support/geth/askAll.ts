import { once } from 'node:events'
import { WebSocket } from 'ws'
import { post } from '../transports.ts'
import {
  kindOf,
  type Landmarks,
  nameOf,
  type Question,
  type Response,
  requestOf,
} from './question.ts'
import { questions } from './questions.ts'

/** At most the number of subscriptions that a connection may have. */
const BATCH = 100

/** Sends a body. @returns the text of the answer */
type Send = (body: string) => Promise<string>

/** Sends every request to a node. @returns the kind of answer to each, by name */
export async function askAll(
  { url, wsUrl }: { readonly url: string; readonly wsUrl: string },
  landmarks: Landmarks,
): Promise<ReadonlyMap<string, string>> {
  const socket = new WebSocket(wsUrl)
  await once(socket, 'open')
  const overSocket = async (body: string): Promise<string> => {
    const answer = once(socket, 'message')
    socket.send(body)
    return String((await answer)[0])
  }
  const overHttp = async (body: string): Promise<string> => (await post(url, body)).text()
  const all = questions()
  const ask = (asked: readonly Question[], send: Send) => askInBatches(asked, landmarks, send)
  const kinds = new Map([
    ...(await ask(
      all.filter((question) => !question.socket),
      overHttp,
    )),
    ...(await ask(
      all.filter((question) => question.socket),
      overSocket,
    )),
  ])
  socket.terminate()
  return kinds
}

async function askInBatches(
  asked: readonly Question[],
  landmarks: Landmarks,
  send: Send,
): Promise<[string, string][]> {
  const kinds: [string, string][] = []
  for (let start = 0; start < asked.length; start += BATCH) {
    const batch = asked.slice(start, start + BATCH)
    const requests = batch.map((question, id) => requestOf(question, landmarks, id))
    const responses = JSON.parse(await send(`[${requests.join(',')}]`)) as Response[]
    const unsubscribes: string[] = []
    for (const response of responses) {
      const question = batch[response.id] as Question
      kinds.push([nameOf(question), kindOf(response)])
      if (question.method === 'eth_subscribe' && response.error === undefined) {
        const unsubscribe: Question = { method: 'eth_unsubscribe', params: [response.result] }
        unsubscribes.push(requestOf(unsubscribe, landmarks, unsubscribes.length))
      }
    }
    if (unsubscribes.length > 0) await send(`[${unsubscribes.join(',')}]`)
  }
  return kinds
}
