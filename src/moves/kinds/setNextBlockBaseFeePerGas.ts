import { HeaderFees } from '../../chain/encoding/headerFees.ts'
import { feeHeaderOf } from '../../chain/encoding/recordedFees.ts'
import type { Endpoint } from '../../endpoint/endpoint.ts'
import { EndpointMoveError } from '../../endpoint/moveError.ts'
import { type MoveOf, remoteCall } from '../move.ts'
import { alwaysTrue, nothing } from '../results.ts'
import { setHeader } from '../setHeader.ts'
import { type Amount, amount, quantity, uint256 } from '../stateParameters.ts'

export interface SetNextBlockBaseFeePerGas {
  /**
   * Sets the base fee of the next block. The base fees of the blocks after it follow from it (EIP-1559). No other node
   * accepts a block whose base fee does not follow from its parent.
   *
   * @throws {EndpointMoveError} NOT_WRITABLE without `dev`; INVALID_ARGUMENT if the next block has no base fee, or is the
   * first of London, whose base fee is fixed
   */
  setNextBlockBaseFeePerGas(wei: bigint): Promise<void>
}

export interface SetNextBlockBaseFeePerGasSteps {
  /** Sets the base fee of the next block, in wei per gas. */
  readonly setNextBlockBaseFeePerGas: Amount
}

const outside = remoteCall([quantity('wei', 'Per gas.')], (wei) => [BigInt(wei)])

export const setNextBlockBaseFeePerGas: MoveOf<
  SetNextBlockBaseFeePerGas,
  SetNextBlockBaseFeePerGasSteps
> = {
  name: 'setNextBlockBaseFeePerGas',
  effect: 'setsNextBlock',
  group: 'Time and the next block',
  summary: 'Sets the base fee of the next block, in wei per gas.',
  parameters: [uint256('wei', 'Per gas.')],
  run(endpoint, [wei]) {
    requireBaseFee(endpoint)
    setHeader(endpoint, { baseFeePerGas: wei })
  },
  outside,
  result: nothing,
  aliases: [
    {
      names: ['anvil_setNextBlockBaseFeePerGas', 'ganache_setNextBlockBaseFeePerGas'],
      ...outside,
      result: nothing,
    },
    { names: ['hardhat_setNextBlockBaseFeePerGas'], ...outside, result: alwaysTrue },
  ],
  steps: {
    setNextBlockBaseFeePerGas: { schema: amount, play: (perform, wei) => perform(BigInt(wei)) },
  },
}

function requireBaseFee({ head, chain }: Endpoint): void {
  const next = `block ${head.number + 1}`
  const fee = new HeaderFees(head, chain.rules).nextBaseFee
  if (fee === undefined) {
    throw new EndpointMoveError(
      'INVALID_ARGUMENT',
      `${next} is before London, so it has no base fee`,
    )
  }
  if (feeHeaderOf(head).baseFeePerGas !== undefined) return
  const problem = `${next} is the first of London, whose base fee is always ${fee}`
  throw new EndpointMoveError('INVALID_ARGUMENT', problem)
}
