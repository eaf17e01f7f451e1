import type { TopRun } from './topFrame.ts'

/** The gas of a transaction that has run, in gas. */
export interface SettledGas {
  /** what its receipt says */
  readonly gasUsed: bigint
  /** the same before refunds */
  readonly peakGasUsed: bigint
  /** what counts as execution for the block (EIP-8037) */
  readonly executionGas: bigint
  readonly stateGas: bigint
}

/** Deducts refunds (EIP-3529), and raises the gas to the floor (settleGas in core/state_transition.go of geth). */
export function settleGas({ gasUsed, stateGas, refund }: TopRun, floor: bigint): SettledGas {
  const refundMax = gasUsed / 5n
  const afterRefund = gasUsed - (refund < refundMax ? refund : refundMax)
  return {
    gasUsed: higher(afterRefund, floor),
    peakGasUsed: afterRefund < floor ? higher(gasUsed, floor) : gasUsed,
    executionGas: higher(gasUsed - stateGas, floor),
    stateGas,
  }
}

function higher(one: bigint, other: bigint): bigint {
  return one > other ? one : other
}
