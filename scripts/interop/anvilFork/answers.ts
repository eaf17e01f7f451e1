import { isDeepStrictEqual } from 'node:util'
import { post } from '../geth/gethNode.ts'
import type { Answer, StateRequest } from '../geth/states/request.ts'
import type { Forks } from './forks.ts'

/** What the network and its forks answer to a request. After new blocks the network cannot be asked. */
export interface Answers {
  readonly network: Answer | undefined
  readonly anvil: Answer
  readonly ommer: Answer
  readonly plain: Answer
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
  return { network, anvil, ommer, plain }
}

async function answerOf(url: string, request: StateRequest): Promise<Answer> {
  const { result, error } = JSON.parse(await post(url, request)) as Answer
  return error === undefined ? { result } : { error }
}

export function isSame(one: Answer | undefined, other: Answer | undefined): boolean {
  return isDeepStrictEqual(one, other)
}
