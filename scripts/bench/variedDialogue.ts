import type { Dialogue, Rehearsed, Turn } from './dialogue.ts'
import { FIRST_ID } from './messages.ts'

/** A dialogue, and what the server sent in its rehearsal. */
export interface VariedDialogue {
  readonly dialogue: Dialogue
  /** the response to each message, without the framing of the transport */
  readonly bodies: readonly Buffer[]
}

/** A message as bytes, and where its ids are. */
interface Template {
  readonly turn: Turn
  readonly idsAt: readonly number[]
}

/**
 * Sends each message once, and lets a dialogue repeat them in turn, every time with other ids.
 *
 * @param messages with ids from `FIRST_ID` on
 * @param rehearse of the transport
 */
export async function rehearseVaried(
  url: string,
  messages: readonly string[],
  rehearse: (url: string, message: string) => Promise<Rehearsed>,
): Promise<VariedDialogue> {
  const rehearsed: Rehearsed[] = []
  for (const message of messages) rehearsed.push(await rehearse(url, message))
  const templates = rehearsed.map((each): Template => {
    const turn = each.next()
    return { turn, idsAt: idsIn(turn.request) }
  })
  let count = 0
  let id = FIRST_ID
  const next = (): Turn => {
    const { turn, idsAt } = templates[count++ % templates.length] as Template
    // The bytes of the last request may still be on their way.
    const request = Buffer.from(turn.request)
    for (const at of idsAt) request.write(String(++id), at, 'latin1')
    return { request, responseLength: turn.responseLength }
  }
  const { port, opening } = rehearsed[0] as Rehearsed
  return {
    dialogue: { port, next, ...(opening && { opening }) },
    bodies: rehearsed.map(({ body }) => body),
  }
}

function idsIn(request: Buffer): number[] {
  const found: number[] = []
  let at = request.indexOf(String(FIRST_ID))
  while (at >= 0) {
    found.push(at)
    at = request.indexOf(String(FIRST_ID + found.length), at)
  }
  return found
}

/** The results that responses to single requests have. */
export function resultsOf({ bodies }: Pick<VariedDialogue, 'bodies'>): unknown[] {
  return bodies.map((body) => {
    const { result } = JSON.parse(body.toString())
    if (result === undefined) throw new Error(`the server responded with ${body}`)
    return result
  })
}
