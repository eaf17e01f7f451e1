import { type Dialogue, rehearseHttp, type Turn } from '../dialogue.ts'

/** All ids have as many digits, so that a response is as long whatever the id. */
const FIRST_ID = 100_000_000

/** A dialogue, and the results that the server sent in its rehearsal. */
export interface VariedDialogue {
  readonly dialogue: Dialogue
  readonly results: readonly unknown[]
  /** the response to the first request, without its header */
  readonly firstBody: Buffer
}

/** Sends each request once, and lets a dialogue repeat them in turn, every time with another id. */
export async function rehearseVaried(
  url: string,
  method: string,
  params: readonly (readonly unknown[])[],
): Promise<VariedDialogue> {
  const templates: { readonly turn: Turn; readonly idAt: number }[] = []
  const results: unknown[] = []
  let port = 0
  let firstBody = Buffer.alloc(0)
  for (const each of params) {
    const message = JSON.stringify({ jsonrpc: '2.0', id: FIRST_ID, method, params: each })
    const rehearsed = await rehearseHttp(url, message)
    const turn = rehearsed.next()
    const { result } = JSON.parse(rehearsed.body.toString())
    if (result === undefined) throw new Error(`${url} responded with ${rehearsed.body}`)
    results.push(result)
    templates.push({ turn, idAt: turn.request.indexOf(String(FIRST_ID)) })
    port = rehearsed.port
    if (results.length === 1) firstBody = Buffer.from(rehearsed.body)
  }
  let count = 0
  const next = (): Turn => {
    count++
    const { turn, idAt } = templates[count % templates.length] as (typeof templates)[number]
    // The bytes of the last request may still be on their way.
    const request = Buffer.from(turn.request)
    request.write(String(FIRST_ID + count), idAt, 'latin1')
    return { request, responseLength: turn.responseLength }
  }
  return { dialogue: { port, next }, results, firstBody }
}
