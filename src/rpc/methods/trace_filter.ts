import { encodeResultParts, encodeResultText } from '../answer.ts'
import { blockRange } from '../blockRange.ts'
import { otherLimits } from '../logs/logLimits.ts'
import { method } from '../method.ts'
import { traceFilter } from '../params/traceFilter.ts'
import { arrayOf, ref } from '../schemas/schema.ts'
import { searchTraces } from '../searchTraces.ts'

/** The traces of a range of blocks that match a filter, in Parity's format. The limits are those of `eth_getLogs`. */
export const trace_filter = method({
  name: 'trace_filter',
  set: 'all',
  does: 'reads',
  faults: ['state'],
  summary: 'The traces of a range of blocks that match a filter, in the format of Parity.',
  params: [traceFilter],
  result: { name: 'traces', schema: arrayOf(ref('LocatedTrace')) },
  errors: ['LIMIT_EXCEEDED', 'SERVER_ERROR', 'CALL_FAILED'],
  run: async ([filter], context) => {
    const range = blockRange(
      context,
      filter,
      otherLimits(context),
      'pending traces are not supported',
    )
    if (range === undefined) return encodeResultText('[]')
    const parts = await context.runLong((pause) => searchTraces(context, filter, range, pause))
    return encodeResultParts(['[', ...parts, ']'])
  },
})
