import type { ContentDescriptor } from '../openrpc/description.ts'
import { orNull, ref, type Schema } from '../openrpc/schema.ts'
import {
  addressParameter,
  bytesParameter,
  hashParameter,
  optionalMembers,
  quantityParameter,
} from './goJson.openrpc.ts'

const slots: Schema = {
  description: 'Values by slot, 32 bytes each.',
  type: 'object',
  propertyNames: hashParameter,
  additionalProperties: hashParameter,
}

const account: Schema = {
  type: 'object',
  properties: optionalMembers({
    nonce: quantityParameter(64),
    code: bytesParameter,
    balance: quantityParameter(256),
    state: slots,
    stateDiff: slots,
    movePrecompileToAddress: addressParameter,
  }),
}

/** What `stateOverrides.ts` accepts, except that it takes the names of members in any case. */
export const stateOverridesSchema: Schema = {
  description: 'Accounts that are different while the call runs, by address.',
  type: 'object',
  propertyNames: addressParameter,
  additionalProperties: orNull(account),
}

export const stateOverrides: ContentDescriptor = {
  name: 'stateOverrides',
  summary: 'Accounts that are different while the call runs; default: none.',
  required: false,
  schema: orNull(ref('StateOverrides')),
}
