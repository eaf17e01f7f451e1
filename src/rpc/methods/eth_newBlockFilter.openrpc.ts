import type { MethodDescription } from '../openrpc/description.ts'
import { filterIdResult } from '../openrpc/filterId.ts'

export const description: MethodDescription = {
  summary:
    'Creates a filter of the blocks that become canonical from now on. It ends if it is not polled.',
  params: [],
  result: filterIdResult,
}
