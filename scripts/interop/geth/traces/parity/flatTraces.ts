import type { GethNode } from '../../gethNode.ts'
import type { GethRules } from './gethRules.ts'
import { parityMessage } from './parityMessage.ts'
import { type RpcTransaction, type StructLogs, topFrameGas } from './topFrame.ts'

/** The members of a trace in Parity's format that are used here. */
export interface ParityTrace {
  readonly action: {
    readonly from?: string
    readonly to?: string
    readonly [name: string]: unknown
  }
  readonly error?: string
  readonly result?: { readonly code?: string; readonly [name: string]: unknown } | null
  readonly transactionHash?: string | null
  readonly traceAddress: readonly number[]
  readonly [name: string]: unknown
}

interface TraceOf<Result> {
  readonly txHash: string
  readonly result: Result
}

interface RpcBlock {
  readonly number: string
  readonly timestamp: string
  readonly transactions: readonly RpcTransaction[]
}

/**
 * The traces of the transactions of a block by geth's `flatCallTracer`, a list for each transaction, with the gas of
 * the first trace and the error messages as in Parity.
 */
export async function flatTraces(
  geth: GethNode,
  rules: GethRules,
  height: string,
): Promise<ParityTrace[][]> {
  const tracerConfig = { convertParityErrors: true }
  const tracer = { tracer: 'flatCallTracer', tracerConfig }
  const all = await traceBlock<ParityTrace[]>(geth, height, tracer)
  if (all.length === 0) return []
  const options = { disableStack: true, disableStorage: true }
  const steps = await traceBlock<StructLogs>(geth, height, options)
  const block = await geth.ask<RpcBlock>('eth_getBlockByNumber', height, true)
  const moment = { number: Number(block.number), timestamp: Number(block.timestamp) }
  return all.map((traces, index) => {
    const [top, ...inner] = traces.map(withParityWord) as [ParityTrace, ...ParityTrace[]]
    const created = ((top.result?.code?.length ?? 2) - 2) / 2
    const { gas, gasUsed } = topFrameGas(
      block.transactions[index] as RpcTransaction,
      steps[index] as StructLogs,
      rules,
      moment,
      { failure: top.error, created: top.error === undefined ? created : 0 },
    )
    const result = top.result ? { ...top.result, gasUsed } : null
    return [{ ...top, action: { ...top.action, gas }, result }, ...inner]
  })
}

function withParityWord(trace: ParityTrace): ParityTrace {
  return trace.error === undefined ? trace : { ...trace, error: parityMessage(trace.error) }
}

/**
 * The results of a tracer of geth for the transactions of a block.
 *
 * @param height the number of the block, in hex
 */
export async function traceBlock<Result>(
  geth: GethNode,
  height: string,
  config: object,
): Promise<Result[]> {
  // geth does not trace genesis.
  if (Number(height) === 0) return []
  const traces = await geth.ask<TraceOf<Result>[]>('debug_traceBlockByNumber', height, config)
  return traces.map(({ result }) => result)
}
