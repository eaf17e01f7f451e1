import type { ContentDescriptor } from '../openrpc/description.ts'
import { arrayOf, orNull, ref, type Schema } from '../openrpc/schema.ts'
import {
  addressParameter,
  hashParameter,
  optionalMembers,
  quantityParameter,
} from './goJson.openrpc.ts'

const uint64 = quantityParameter(64)
const uint256 = quantityParameter(256)

const withdrawal: Schema = {
  type: 'object',
  properties: optionalMembers({
    index: uint64,
    validatorIndex: uint64,
    address: addressParameter,
    amount: uint64,
  }),
}

/** What `blockOverrides.ts` accepts, except that it takes the names of members in any case. */
export const blockOverridesSchema: Schema = {
  description:
    'Fields of the block that are different while the call runs. Other members are ignored.',
  type: 'object',
  properties: optionalMembers({
    number: uint256,
    difficulty: uint256,
    time: uint64,
    gasLimit: uint64,
    feeRecipient: addressParameter,
    prevRandao: hashParameter,
    baseFeePerGas: uint256,
    blobBaseFee: uint256,
    beaconRoot: hashParameter,
    withdrawals: arrayOf(orNull(withdrawal)),
  }),
}

export const blockOverrides: ContentDescriptor = {
  name: 'blockOverrides',
  summary: 'Fields of the block that are different while the call runs; default: none.',
  required: false,
  schema: orNull(ref('BlockOverrides')),
}
