import type { Hex } from '../../../../src/index.ts'
import { type Frame, framesOf } from '../stock/callRecorder.ts'
import type { StockBlock } from '../stock/stockTraces.ts'

/** A frame in the format of geth's callTracer, made from what the stock EVM ran. */
export interface GethFrame {
  readonly type: string
  readonly from: Hex
  /** of a creation that failed: undefined */
  readonly to: Hex | undefined
  /** of STATICCALL: undefined */
  readonly value: bigint | undefined
  /** For a transaction, gas includes its intrinsic gas. */
  readonly gas: bigint
  readonly gasUsed: bigint
  readonly input: Hex
  readonly output: Hex | undefined
  readonly error: string | undefined
  readonly path: readonly number[]
  readonly calls: number
  readonly transaction: { readonly hash: Hex; readonly index: number }
  /** whether the transaction, or a frame above, has failed */
  readonly isReverted: boolean
}

const ERRORS: Readonly<Record<string, string>> = {
  revert: 'execution reverted',
  'invalid opcode': 'invalid opcode: INVALID',
  'invalid JUMP': 'invalid jump destination',
  'code store out of gas': 'contract creation code storage out of gas',
  'static state change': 'write protection',
}

/** The frames of a block in the order in which they began. */
export function gethFramesOf({ block, transactions }: StockBlock): GethFrame[] {
  return transactions.flatMap(({ hash, index, frame: root }) => {
    const failed = new Set<string>()
    return framesOf(root).map(({ frame, path }) => {
      const isReverted = path.some((_, depth) => failed.has(path.slice(0, depth).join()))
      if (frame.error !== undefined) failed.add(path.join())
      const isRoot = path.length === 0
      return {
        ...shapeOf(frame),
        gas: (isRoot ? block.transactions[index]?.gas : undefined) ?? frame.gas,
        gasUsed: (isRoot ? block.receipts[index]?.gasUsed : undefined) ?? frame.gasUsed,
        path,
        transaction: { hash, index },
        isReverted,
      }
    })
  })
}

function shapeOf({ type, from, to, value, input, output, error, calls }: Frame) {
  const hasOutput = error === undefined ? type !== 'SELFDESTRUCT' : error === 'revert'
  return {
    type,
    from,
    to: error !== undefined && type.startsWith('CREATE') ? undefined : to,
    value: type === 'STATICCALL' ? undefined : value,
    input,
    output: hasOutput && output !== '0x' ? output : undefined,
    error: error === undefined ? undefined : (ERRORS[error] ?? error),
    calls: calls.length,
  }
}

/** geth's error without the reason why gas ran out, which the stock EVM does not report. */
export function shortError(error: unknown): string | undefined {
  return typeof error === 'string' ? error.replace(/^out of gas: .*/, 'out of gas') : undefined
}
