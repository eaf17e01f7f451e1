import { faultKind, faultSchema } from '../kind.ts'
import { truncatedLogs } from './truncatedLogs.ts'

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
  effect: () => truncatedLogs.effect({ kind: 'truncatedLogs', count: 0 }),
})
