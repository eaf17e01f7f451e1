import { HeaderFees } from '../../chain/encoding/headerFees.ts'
import { EndpointMoveError } from '../../endpoint/moveError.ts'
import { type MoveOf, remoteCall } from '../move.ts'
import { requireMiner } from '../requireMiner.ts'
import { alwaysTrue, nothing } from '../results.ts'
import { type Amount, amount, quantity, uint256 } from '../stateParameters.ts'

export interface SetMinGasPrice {
  /**
   * Sets the lowest gas price of transactions that the endpoint accepts. Only before London, as in Anvil and Hardhat.
   *
   * @throws {EndpointMoveError} NOT_WRITABLE without `dev`; INVALID_ARGUMENT from London on
   */
  setMinGasPrice(wei: bigint): Promise<void>
}

export interface SetMinGasPriceSteps {
  /** Sets the lowest gas price of transactions that are accepted, before London. */
  readonly setMinGasPrice: Amount
}

const outside = remoteCall([quantity('wei', 'Per gas.')], (wei) => [BigInt(wei)])

export const setMinGasPrice: MoveOf<SetMinGasPrice, SetMinGasPriceSteps> = {
  name: 'setMinGasPrice',
  effect: 'configures',
  group: 'Time and the next block',
  summary: 'Sets the lowest gas price of transactions that are accepted, before London.',
  parameters: [uint256('wei', 'Per gas.')],
  run(endpoint, [wei]) {
    const miner = requireMiner(endpoint)
    if (new HeaderFees(endpoint.head, endpoint.chain.rules).nextBaseFee !== undefined) {
      const problem =
        'setMinGasPrice is not supported when EIP-1559 is active: use setNextBlockBaseFeePerGas'
      throw new EndpointMoveError('INVALID_ARGUMENT', problem)
    }
    miner.tipMin = wei
  },
  outside,
  result: nothing,
  aliases: [
    { names: ['anvil_setMinGasPrice', 'ganache_setMinGasPrice'], ...outside, result: nothing },
    { names: ['hardhat_setMinGasPrice'], ...outside, result: alwaysTrue },
  ],
  steps: { setMinGasPrice: { schema: amount, play: (perform, wei) => perform(BigInt(wei)) } },
}
