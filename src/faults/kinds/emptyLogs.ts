import { isLog } from '../corrupt/items.ts'
import { faultKind, faultSchema } from '../kind.ts'

/** No logs, and no error, where there are some: a node that has not indexed the blocks, or a replica that lags. */
export interface EmptyLogsFault {
  readonly kind: 'emptyLogs'
}

export const emptyLogs = faultKind<EmptyLogsFault>()({
  schema: faultSchema(
    'emptyLogs',
    'No logs, and no error, where there are some: a node that has not indexed the blocks.',
    {},
  ),
  appliesTo: () => ({ targets: ['logList'] }),
  effect: () => ({
    at: 'result',
    change(result) {
      if (!Array.isArray(result) || !result.some(isLog)) return undefined
      return { result: [], detail: `${result.length} logs are missing` }
    },
  }),
})
