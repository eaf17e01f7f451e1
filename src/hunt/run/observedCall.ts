import type { RequestEvent } from '../../endpoint/activity/timeline.ts'
import type { BlockNaming } from '../../faults/blockNaming.ts'
import { namingOfCall } from '../../rpc/faults/blocksOfCall.ts'
import type { ServedEndpoint } from '../../server/servedEndpoint.ts'

/** A call of the client, as hunt sees it. */
export interface ObservedCall {
  /** of the endpoint that was called */
  readonly key: string
  readonly chainId: number
  readonly method: string
  readonly params: unknown
  /** `ok`, or the code of the error */
  readonly outcome: string
  /** the response after its id, or its beginning */
  readonly answer: string
  /** how it names its block */
  readonly named: BlockNaming | undefined
  /** the number of that block, where the call itself says it */
  readonly block: number | undefined
  /** of the endpoint before the call was answered */
  readonly head: number
}

/** In characters. */
const ANSWER_MAX = 4096

/** @param endpoint as it was before the call was answered */
export function observedCall(
  { kept, answer }: RequestEvent,
  { key, chainId, head }: Pick<ServedEndpoint, 'key' | 'chainId' | 'head'>,
): ObservedCall {
  const { method, params, outcome } = kept.call
  const named = namingOfCall(method, params)
  const text = typeof answer === 'string' ? answer : Buffer.from(answer ?? []).toString()
  return {
    key,
    chainId,
    method,
    params,
    outcome,
    answer: text.slice(0, ANSWER_MAX),
    named,
    block: named === 'number' ? numberIn(params) : undefined,
    head: head.number,
  }
}

/** Whether a call only looks for news: it names the head or another tag, or nothing at all. */
export function isPoll({ method, params, named, answer }: ObservedCall): boolean {
  if (named !== undefined) return named === 'tag'
  if (method === 'eth_getFilterChanges') return answer.includes('"result":[]')
  return params === undefined || (Array.isArray(params) && params.length === 0)
}

/** The end of the range, or the block, that params name by number. */
function numberIn(params: unknown): number | undefined {
  if (!Array.isArray(params)) return undefined
  const [first] = params
  const text = typeof first === 'object' && first !== null ? first.toBlock : first
  return typeof text === 'string' && /^0x[\da-f]{1,12}$/i.test(text) ? Number(text) : undefined
}
