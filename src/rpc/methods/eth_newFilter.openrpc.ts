import type { MethodDescription } from '../openrpc/description.ts'
import { filterIdResult } from '../openrpc/filterId.ts'
import { followedLogFilter } from '../params/logFilter.openrpc.ts'

export const description: MethodDescription = {
  summary: 'Creates a filter of the logs of future blocks. It ends if it is not polled.',
  params: [followedLogFilter],
  result: filterIdResult,
  gethErrors: ['SERVER_ERROR'],
}
