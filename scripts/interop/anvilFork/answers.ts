import { isDeepStrictEqual } from 'node:util'
import { post } from '../geth/gethNode.ts'
import type { Answer, StateRequest } from '../geth/states/request.ts'
import { inBlockOf, probeOf } from './environment.ts'
import type { Forks } from './forks.ts'

/** What the network and its forks answer to a request. After new blocks the network cannot be asked. */
export interface Answers {
  readonly network: Answer | undefined
  readonly anvil: Answer
  readonly ommer: Answer
  readonly plain: Answer
  /** of a call to which the answers differ: what ommer answers if it tells it the same about its block as Anvil */
  readonly inAnvilsBlock?: Answer | undefined
}

/** Sends a request to the network and to its forks. */
export async function answersOf(
  forks: Forks,
  request: StateRequest,
  isAskedOfNetwork: boolean,
): Promise<Answers> {
  const [network, anvil, ommer, plain] = await Promise.all([
    isAskedOfNetwork ? answerOf(forks.network, request) : undefined,
    answerOf(forks.anvil, request),
    answerOf(forks.ommer, request),
    answerOf(forks.plain, request),
  ])
  const inAnvilsBlock = isSame(anvil, ommer) ? undefined : await answerInAnvilsBlock(forks, request)
  return { network, anvil, ommer, plain, inAnvilsBlock }
}

async function answerInAnvilsBlock(
  { anvil, ommer }: Forks,
  request: StateRequest,
): Promise<Answer | undefined> {
  const probe = probeOf(request)
  const call = probe && inBlockOf(request, await answerOf(anvil, probe))
  return call && answerOf(ommer, call)
}

async function answerOf(url: string, request: StateRequest): Promise<Answer> {
  const { result, error } = JSON.parse(await post(url, request)) as Answer
  return error === undefined ? { result } : { error }
}

export function isSame(one: Answer | undefined, other: Answer | undefined): boolean {
  return isDeepStrictEqual(one, other)
}
