/**
 * The state gas of a transaction (EIP-8037). All frames share it: a call hands over the whole reservoir and gets it
 * back. The names are those of @ethereumjs, whose EVM has these fields.
 */
export interface StateGas {
  /** in gas: what can only be spent on new state */
  stateGasReservoir: bigint
  /** in gas: what was charged for new state, less what was refilled */
  executionStateGasUsed: bigint
}

/** The gas of one frame. The names are those of @ethereumjs. */
export interface FrameGas {
  /** in gas */
  gasLeft: bigint
  /** in gas: what the frame took of `gasLeft` for new state because the reservoir was empty */
  stateGasSpilled: bigint
}

/** Pays for new state from the reservoir, then from the frame's gas. @returns whether both suffice */
export function chargeState(state: StateGas, frame: FrameGas, amount: bigint): boolean {
  const spilled = amount > state.stateGasReservoir ? amount - state.stateGasReservoir : 0n
  if (spilled > frame.gasLeft) return false
  state.stateGasReservoir -= amount - spilled
  state.executionStateGasUsed += amount
  frame.gasLeft -= spilled
  frame.stateGasSpilled += spilled
  return true
}

/** Gives back what was paid for new state: first to the frame's gas what it took from there. */
export function refillState(state: StateGas, frame: FrameGas, amount: bigint): void {
  const repaid = amount < frame.stateGasSpilled ? amount : frame.stateGasSpilled
  frame.gasLeft += repaid
  frame.stateGasSpilled -= repaid
  state.stateGasReservoir += amount - repaid
  state.executionStateGasUsed -= amount
}

/**
 * Adds what a successful call inside took of its gas to what its caller took. If the call has refilled the reservoir, that
 * repays the caller at once (Absorb in core/vm/gascosts.go of geth).
 *
 * @param spilled `stateGasSpilled` of the call; 0 if it failed
 */
export function absorbSpilled(state: StateGas, frame: FrameGas, spilled: bigint): void {
  frame.stateGasSpilled += spilled
  const { stateGasReservoir } = state
  const { stateGasSpilled } = frame
  const repaid = stateGasReservoir < stateGasSpilled ? stateGasReservoir : stateGasSpilled
  if (repaid === 0n) return
  frame.gasLeft += repaid
  frame.stateGasSpilled -= repaid
  state.stateGasReservoir -= repaid
}
