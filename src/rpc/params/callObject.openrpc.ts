import type { ContentDescriptor } from '../openrpc/description.ts'
import { arrayOf, ref, type Schema } from '../openrpc/schema.ts'
import {
  addressParameter,
  bytesParameter,
  fixedParameter,
  hashesParameter,
  hashParameter,
  optionalMembers,
  quantityParameter,
  requiredMembers,
} from './goJson.openrpc.ts'

const uint64 = quantityParameter(64)
const uint256 = quantityParameter(256)

const accessListEntry = requiredMembers({
  address: addressParameter,
  storageKeys: hashesParameter,
})

const authorization = requiredMembers({
  chainId: uint256,
  address: addressParameter,
  nonce: uint64,
  yParity: uint64,
  r: uint256,
  s: uint256,
})

/** What `callObject.ts` accepts, except that it takes the names of members in any case. */
export const callObjectSchema: Schema = {
  description: 'A transaction that need not be signed. Other members are ignored.',
  type: 'object',
  properties: optionalMembers({
    from: addressParameter,
    to: addressParameter,
    gas: uint64,
    gasPrice: uint256,
    maxFeePerGas: uint256,
    maxPriorityFeePerGas: uint256,
    value: uint256,
    nonce: uint64,
    data: bytesParameter,
    input: bytesParameter,
    accessList: arrayOf(accessListEntry),
    chainId: uint256,
    maxFeePerBlobGas: uint256,
    blobVersionedHashes: arrayOf(hashParameter),
    blobs: arrayOf(fixedParameter(131_072)),
    commitments: arrayOf(fixedParameter(48)),
    proofs: arrayOf(fixedParameter(48)),
    authorizationList: arrayOf(authorization),
  }),
}

export const callObject: ContentDescriptor = {
  name: 'call',
  summary: 'From whom, to which contract, with which input.',
  schema: ref('CallObject'),
}
