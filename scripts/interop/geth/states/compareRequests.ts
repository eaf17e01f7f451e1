import { post } from '../gethNode.ts'
import { explanationOf, type Head } from './explainedDifferences.ts'
import { firstDifference, shorten } from './firstDifference.ts'
import type { Answer, StateRequest } from './request.ts'
import type { Tally } from './tally.ts'
import { TIMED_OUT } from './timedOut.ts'

/** How many requests a batch has unless the caller says otherwise. */
const BATCH = 50

/** The two nodes that are compared. */
export interface Nodes {
  readonly gethUrl: string
  readonly ommerUrl: string
  /** how many requests to send at once */
  readonly batch?: number
}

/** An answer that differs without an explanation. */
export interface Difference {
  /** the same for answers that differ in the same way */
  readonly kind: string
  /** shows the request, what differs, and how to repeat the request */
  readonly line: string
}

/**
 * Sends the same requests to geth and ommer.
 *
 * @param repeat the command that repeats a request
 */
export async function compareRequests(
  { gethUrl, ommerUrl, batch: size = BATCH }: Nodes,
  requests: readonly StateRequest[],
  tally: Tally,
  head: Head,
  repeat: (request: StateRequest) => string,
): Promise<Difference[]> {
  const differences: Difference[] = []
  for (let start = 0; start < requests.length; start += size) {
    const batch = requests.slice(start, start + size)
    const [theirs, ours] = await answersTo({ gethUrl, ommerUrl }, batch)
    for (const [index, request] of batch.entries()) {
      const [geth = {}, ommer = {}] = [theirs[index], ours[index]]
      const difference = differenceOf(geth, ommer)
      const count = (outcome: 'equal' | 'explained' | 'different') =>
        tally.add(request.method, outcome, geth.error !== undefined)
      if (difference === undefined) count('equal')
      else if (explanationOf(request, geth, ommer, head) !== undefined) {
        count('explained')
      } else {
        count('different')
        const what = `${request.method}: ${difference}`
        const line = `${what}; ${shorten(request, 2000)}; repeat: ${repeat(request)}`
        differences.push({ kind: what.replace(/0x[0-9a-f]+|\d+/gi, '#').slice(0, 200), line })
      }
    }
  }
  return differences
}

/** Both nodes' answers to a batch. */
async function answersTo(
  nodes: Nodes,
  batch: readonly StateRequest[],
): Promise<readonly [geth: readonly Answer[], ommer: readonly Answer[]]> {
  const body = JSON.stringify(batch.map((request, id) => ({ jsonrpc: '2.0', id, ...request })))
  const { gethUrl, ommerUrl } = nodes
  const answers = await Promise.all([answersOf(gethUrl, body), answersOf(ommerUrl, body)])
  // geth gives up what is left of a batch, too.
  if (batch.length === 1 || !answers[0].some(({ error }) => error?.code === TIMED_OUT)) {
    return answers
  }
  const [theirs, ours]: [Answer[], Answer[]] = [[], []]
  for (const request of batch) {
    const [geth, ommer] = await answersTo(nodes, [request])
    theirs.push(...geth)
    ours.push(...ommer)
  }
  return [theirs, ours]
}

/** The first difference of two results or two errors; otherwise both answers. */
function differenceOf(geth: Answer, ommer: Answer): string | undefined {
  const isSameKind = (geth.error === undefined) === (ommer.error === undefined)
  if (isSameKind) return firstDifference(geth, ommer)
  return `geth ${shorten(geth)}, ommer ${shorten(ommer)}`
}

async function answersOf(url: string, body: string): Promise<readonly Answer[]> {
  const text = await post(url, body)
  const answers = JSON.parse(text) as readonly (Answer & { readonly id: number })[]
  if (!Array.isArray(answers)) throw new Error(`${url} refuses a batch: ${text.slice(0, 400)}`)
  return answers.toSorted((one, other) => one.id - other.id)
}
