import type { PayloadAttributes } from '../../chain/calls/payloadHeader.ts'
import type { Parameter } from './arguments.ts'
import { toWithdrawal, withdrawal } from './blockOverrides.ts'
import { address, decodeGo, hash, list, required, uint64 } from './goJson.ts'

/** engine.PayloadAttributes of geth. */
const attributes = required(
  'engine.PayloadAttributes',
  {
    timestamp: uint64,
    prevRandao: hash,
    suggestedFeeRecipient: address,
    withdrawals: list('[]*types.Withdrawal', withdrawal),
    parentBeaconBlockRoot: hash,
    slotNumber: uint64,
    targetGasLimit: uint64,
  },
  ['timestamp', 'prevRandao', 'suggestedFeeRecipient'],
)

/** What the beacon chain decides of a block, as geth takes it. */
export const payloadAttributes: Parameter<PayloadAttributes> = {
  name: 'payloadAttributes',
  summary:
    'What the beacon chain decides of the block. From Amsterdam on `slotNumber` is required, and `targetGasLimit` is what the gas limit approaches (60,000,000).',
  schema: attributes.schema,
  read: (value, index) => {
    const decoded = decodeGo(attributes, value, index)
    return { ...decoded, withdrawals: decoded.withdrawals?.map(toWithdrawal) }
  },
}
