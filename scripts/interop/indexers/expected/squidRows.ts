import type { Block } from '../../../../src/index.ts'
import type { Row } from '../rows.ts'
import type { StockBlock } from '../stock/stockTraces.ts'
import { gethFramesOf } from './gethFrames.ts'
import { parityTracesOf } from './parityTraces.ts'

// What SQD's processor reads, in the members that `projects/subsquid/run.cjs` chooses.

export function squidBlockRows(blocks: readonly Block[]): Row[] {
  return blocks.map(({ hash, header, size }) => ({
    height: header.number,
    hash,
    parentHash: header.parentHash,
    // in milliseconds
    timestamp: header.timestamp * 1000,
    gasUsed: header.gasUsed,
    stateRoot: header.stateRoot,
    size,
    miner: header.miner,
  }))
}

export function squidTransactionRows(blocks: readonly Block[]): Row[] {
  return blocks.flatMap(({ header, transactions, receipts }) =>
    transactions.map(({ hash, from, to, value, input, nonce }, index) => ({
      height: header.number,
      transactionIndex: index,
      hash,
      from,
      to,
      value,
      input,
      nonce,
      gasUsed: receipts[index]?.gasUsed,
      status: receipts[index]?.status,
    })),
  )
}

export function squidLogRows(blocks: readonly Block[]): Row[] {
  return blocks.flatMap(({ header, transactions, receipts }) =>
    receipts.flatMap(({ logs }, index) =>
      logs.map(({ logIndex, address, topics, data }) => ({
        height: header.number,
        transactionIndex: index,
        transactionHash: transactions[index]?.hash,
        logIndex,
        address,
        topics,
        data,
      })),
    ),
  )
}

/** Traces from geth's callTracer. */
export function squidFrameRows(traced: StockBlock): Row[] {
  return gethFramesOf(traced).map((frame) => {
    const type = frame.type.toLowerCase()
    const { from, to, value, error, calls, gas, gasUsed, input, path, transaction } = frame
    // The processor takes an omitted output for an empty one.
    const { output = '0x' } = frame
    const place = {
      height: traced.block.header.number,
      transactionIndex: transaction.index,
      path: path.join(),
      subtraces: calls,
      error,
    }
    if (type === 'selfdestruct')
      return rowOf({ ...place, type: 'suicide', refundAddress: to, address: from, balance: value })
    if (type.startsWith('create')) {
      return rowOf({
        ...place,
        type: 'create',
        from,
        value,
        gas,
        gasUsed,
        init: input,
        code: output,
        address: to,
      })
    }
    return rowOf({
      ...place,
      type: 'call',
      callType: type,
      from,
      to,
      value,
      gas,
      gasUsed,
      input,
      output,
    })
  })
}

/** Traces from `trace_block`; the processor leaves out rewards. */
export function squidTraceRows(traced: StockBlock): Row[] {
  return parityTracesOf(traced).flatMap((trace) => {
    const { type, callType, from, to, value, gas, gasUsed, input, output, path, subtraces } = trace
    if (trace.transaction === undefined) return []
    const place = {
      height: traced.block.header.number,
      transactionIndex: trace.transaction.index,
      path: path.join(),
      subtraces,
      error: trace.error,
      type,
    }
    if (type === 'suicide')
      return [rowOf({ ...place, refundAddress: to, address: from, balance: value })]
    if (type === 'create') {
      return [
        rowOf({ ...place, from, value, gas, gasUsed, init: input, code: output, address: to }),
      ]
    }
    return [rowOf({ ...place, callType, from, to, value, gas, gasUsed, input, output })]
  })
}

const NONE = {
  type: undefined,
  callType: undefined,
  from: undefined,
  to: undefined,
  value: undefined,
  gas: undefined,
  gasUsed: undefined,
  input: undefined,
  output: undefined,
  init: undefined,
  code: undefined,
  address: undefined,
  refundAddress: undefined,
  balance: undefined,
} as const

/** All rows have the same columns. */
function rowOf(row: Row): Row {
  return { height: undefined, transactionIndex: undefined, path: undefined, ...NONE, ...row }
}

/** Changes of state without those to zero or to nothing; see `plainDiffs`. */
export function squidDiffRows({ block, transactions }: StockBlock): Row[] {
  return transactions.flatMap(({ index, changes }) =>
    changes.flatMap(({ address, before, after, slots }) => {
      const place = { height: block.header.number, transactionIndex: index, address }
      const row = (key: string, prev: unknown, next: unknown) =>
        prev === next ? [] : [{ ...place, key, prev, next }]
      return [
        ...(after !== undefined && after.balance > 0n
          ? row('balance', before?.balance ?? 0n, after.balance)
          : []),
        ...(after !== undefined && after.nonce > 0n
          ? row('nonce', before?.nonce ?? 0n, after.nonce)
          : []),
        ...(after !== undefined && after.code !== '0x'
          ? row('code', before?.code ?? '0x', after.code)
          : []),
        ...slots
          .filter((slot) => BigInt(slot.after) > 0n)
          .flatMap(({ slot, before, after }) => row(slot, BigInt(before), BigInt(after))),
      ]
    }),
  )
}
