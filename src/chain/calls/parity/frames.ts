import type { Hex } from '../../../primitives/hex.ts'
import type { CallAction, CreateAction, Trace } from './trace.ts'

/** A frame, whose type is the opcode that made it. */
export interface Frame {
  readonly type: string
  readonly from: Hex
  /** also of a contract that was created; the zero address if that failed */
  readonly to: Hex
  /** QUANTITY, in wei */
  readonly value: Hex
  readonly input: Hex
}

const ZERO_ADDRESS: Hex = `0x${'00'.repeat(20)}`

/** The frame of a trace that is no reward. */
export function frameOf({ action, result }: Trace): Frame {
  if ('refundAddress' in action) {
    const { address, refundAddress, balance } = action
    return { type: 'SELFDESTRUCT', from: address, to: refundAddress, value: balance, input: '0x' }
  }
  if ('init' in action) {
    const { from, value, init, creationMethod } = action as CreateAction
    const to = result !== null && 'address' in result ? result.address : ZERO_ADDRESS
    return { type: creationMethod.toUpperCase(), from, to, value, input: init }
  }
  const { callType, from, to, value, input } = action as CallAction
  return { type: callType.toUpperCase(), from, to, value, input }
}

/** The traces of frames that were not reverted, also not by a frame around them. @param traces of one transaction, in order */
export function succeeded(traces: readonly Trace[]): readonly Trace[] {
  // The frames within a frame follow it.
  let failed: readonly number[] | undefined
  return traces.filter(({ traceAddress, error }) => {
    if (failed?.every((index, level) => traceAddress[level] === index)) return false
    failed = error === undefined ? undefined : traceAddress
    return error === undefined
  })
}
