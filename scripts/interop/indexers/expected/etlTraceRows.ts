import type { Row } from '../rows.ts'
import type { StockBlock } from '../stock/stockTraces.ts'
import { gethFramesOf } from './gethFrames.ts'
import { type ParityTrace, parityTracesOf } from './parityTraces.ts'

/** The rows of ethereum-etl's `export_traces`, which calls `trace_block`. */
export function etlTraceRows(traced: StockBlock): Row[] {
  const traces = parityTracesOf(traced)
  const failed = new Set(traces.filter(({ error }) => error !== undefined).map(keyOf))
  return traces.map((trace) => ({
    block_number: traced.block.header.number,
    transaction_hash: trace.transaction?.hash,
    transaction_index: trace.transaction?.index,
    from_address: trace.from,
    to_address: trace.to,
    value: trace.value,
    input: trace.input,
    output: trace.output,
    trace_type: trace.type,
    call_type: trace.callType,
    reward_type: trace.rewardType,
    gas: trace.gas,
    gas_used: trace.gasUsed,
    subtraces: trace.subtraces,
    trace_address: trace.path.join(),
    error: trace.error,
    status: isIn(failed, trace) ? 0 : 1,
  }))
}

/** Whether a trace, or one above it, has failed. */
function isIn(failed: ReadonlySet<string>, trace: ParityTrace): boolean {
  const { path } = trace
  return [...path.keys(), path.length].some((depth) =>
    failed.has(keyOf({ ...trace, path: path.slice(0, depth) })),
  )
}

function keyOf({ transaction, path }: ParityTrace): string {
  return `${transaction?.hash} ${path.join()}`
}

/** The rows of ethereum-etl's `extract_geth_traces`, which reads what `debug_traceBlockByNumber` returns. */
export function etlGethTraceRows(traced: StockBlock): Row[] {
  return gethFramesOf(traced).map((frame) => {
    const type = frame.type.toLowerCase()
    const isCall = type.endsWith('call') || type === 'callcode'
    return {
      block_number: traced.block.header.number,
      transaction_index: frame.transaction.index,
      from_address: frame.from,
      to_address: frame.to,
      value: frame.value,
      input: frame.input,
      output: frame.output,
      trace_type: isCall ? 'call' : type === 'selfdestruct' ? 'suicide' : type,
      call_type: isCall ? type : undefined,
      gas: frame.gas,
      gas_used: frame.gasUsed,
      subtraces: frame.calls,
      trace_address: frame.path.join(),
      error: frame.error,
    }
  })
}
