import type { BlockOverrides } from '../../chain/calls/overrides.ts'
import type { WithdrawalFields } from '../../chain/execution/withdrawals.ts'
import { ref, type Schema } from '../schemas/schema.ts'
import { optional } from './arguments.ts'
import { address, big, decodeGo, hash, list, mapped, required, struct, uint64 } from './goJson.ts'

/** types.Withdrawal of geth. */
export const withdrawal = required(
  'types.Withdrawal',
  { index: uint64, validatorIndex: uint64, address, amount: uint64 },
  [],
)

/** override.BlockOverrides of geth. */
const overrides = struct('override.BlockOverrides', {
  Number: big,
  Difficulty: big,
  Time: uint64,
  GasLimit: uint64,
  FeeRecipient: address,
  PrevRandao: hash,
  BaseFeePerGas: big,
  BlobBaseFee: big,
  BeaconRoot: hash,
  Withdrawals: list('types.Withdrawals', withdrawal),
})

export const blockOverrideMembers = overrides.schema.properties ?? {}

export const blockOverridesSchema: Schema = {
  description:
    'Fields of the block that are different while the call runs. Other members are ignored.',
  ...overrides.schema,
}

export const blockOverridesDecoder = mapped(overrides, toOverrides, ref('BlockOverrides'))

/** The fields of the block that are different while a call runs, as geth takes them. */
export const blockOverrides = optional({
  name: 'blockOverrides',
  summary: 'Fields of the block that are different while the call runs; default: none.',
  schema: blockOverridesDecoder.schema,
  read: (value, index) => decodeGo(blockOverridesDecoder, value, index),
})

const NO_ADDRESS = new Uint8Array(20)

function toOverrides(fields: ReturnType<typeof overrides>): BlockOverrides {
  return {
    number: fields.Number,
    difficulty: fields.Difficulty,
    time: fields.Time,
    gasLimit: fields.GasLimit,
    feeRecipient: fields.FeeRecipient,
    prevRandao: fields.PrevRandao,
    baseFeePerGas: fields.BaseFeePerGas,
    blobBaseFee: fields.BlobBaseFee,
    beaconRoot: fields.BeaconRoot,
    withdrawals: fields.Withdrawals?.map(toWithdrawal),
  }
}

export function toWithdrawal(fields: ReturnType<typeof withdrawal>): WithdrawalFields {
  const { index = 0n, validatorIndex = 0n, address = NO_ADDRESS, amount = 0n } = fields
  return { index, validatorIndex, address, amountGwei: amount }
}
