import * as v from 'valibot'
import { checkedBy, described, wholeNumber } from '../../primitives/input.ts'
import { isLog, type JsonObject } from '../corrupt/items.ts'
import { faultKind, faultSchema } from '../kind.ts'

const description = 'Only the first logs, and no error: a limit that nobody tells of.'

const byCount = faultSchema('truncatedLogs', description, {
  count: described(wholeNumber(0), 'how many logs are returned'),
})

const byBlock = faultSchema('truncatedLogs', description, {
  toBlock: described(wholeNumber(0), 'the number of the last block whose logs are returned'),
})

const neither = v.custom<never>(() => false, 'want either count or toBlock')

/** Only the first logs, and no error: a limit that nobody tells of, or a replica whose head is at a block. */
export type TruncatedLogsFault =
  | {
      readonly kind: 'truncatedLogs'
      /** how many logs are returned */
      readonly count: number
    }
  | {
      readonly kind: 'truncatedLogs'
      /** the number of the last block whose logs are returned */
      readonly toBlock: number
    }

export const truncatedLogs = faultKind<TruncatedLogsFault>()({
  schema: checkedBy(v.variant('kind', [byCount, byBlock]), (value) => {
    const fault = Object(value)
    if ('count' in fault === 'toBlock' in fault) return neither
    return 'count' in fault ? byCount : byBlock
  }),
  appliesTo: () => ({ targets: ['logList'] }),
  effect: (fault) => ({
    at: 'result',
    change(result) {
      if (!Array.isArray(result)) return undefined
      const logs = result.filter(isLog)
      const kept =
        'count' in fault
          ? logs.slice(0, fault.count)
          : logs.filter((log: JsonObject) => Number(log.blockNumber) <= fault.toBlock)
      const missing = logs.length - kept.length
      return missing === 0 ? undefined : { result: kept, detail: `${missing} logs are missing` }
    },
  }),
})
