import { EndpointMoveError } from '../../endpoint/moveError.ts'
import { type MoveOf, remoteCall } from '../move.ts'
import { alwaysTrue, nothing } from '../results.ts'
import { setHeader } from '../setHeader.ts'
import { type Amount, amount, quantity, uint256 } from '../stateParameters.ts'

export interface SetBlockGasLimit {
  /**
   * Sets the gas limit of new blocks. No other node accepts a block whose limit differs from that of its parent by 1/1024
   * or more, or is below 5000.
   *
   * @param gas from 0 to 2^53 - 1
   * @throws {EndpointMoveError} NOT_WRITABLE without `dev`; INVALID_ARGUMENT
   */
  setBlockGasLimit(gas: bigint): Promise<void>
}

export interface SetBlockGasLimitSteps {
  /** Sets the gas limit of new blocks. */
  readonly setBlockGasLimit: Amount
}

const description = 'At most 2^53 - 1.'
const outside = remoteCall([quantity('gas', description)], (gas) => [BigInt(gas)])
const GAS_LIMIT_MAX = BigInt(Number.MAX_SAFE_INTEGER)

export const setBlockGasLimit: MoveOf<SetBlockGasLimit, SetBlockGasLimitSteps> = {
  name: 'setBlockGasLimit',
  effect: 'setsNextBlock',
  group: 'Time and the next block',
  summary: 'Sets the gas limit of new blocks.',
  parameters: [uint256('gas', description)],
  run(endpoint, [gasLimit]) {
    if (gasLimit > GAS_LIMIT_MAX) {
      const problem = `gas: ${gasLimit} is not from 0 to ${GAS_LIMIT_MAX}`
      throw new EndpointMoveError('INVALID_ARGUMENT', problem)
    }
    setHeader(endpoint, { gasLimit })
  },
  outside,
  result: nothing,
  aliases: [
    { names: ['evm_setBlockGasLimit', 'anvil_setBlockGasLimit'], ...outside, result: alwaysTrue },
  ],
  steps: { setBlockGasLimit: { schema: amount, play: (perform, gas) => perform(BigInt(gas)) } },
}
