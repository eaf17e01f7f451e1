import type { CallMessage } from '../../chain/calls/message.ts'
import { ref, type Schema } from '../schemas/schema.ts'
import type { Parameter } from './arguments.ts'
import {
  address,
  big,
  bytes,
  checked,
  decodeGo,
  fixed,
  hash,
  list,
  mapped,
  required,
  struct,
  uint64,
  uint256,
} from './goJson.ts'
import { respellCall } from './spellings.ts'

const accessTuple = required(
  'types.AccessTuple',
  { address, storageKeys: list('[]common.Hash', hash) },
  ['address', 'storageKeys'],
)

/** 0 or 1. */
const yParity = checked(uint64, (parity) =>
  parity > 1n ? "'yParity' field must be 0 or 1" : undefined,
)

const authorization = required(
  'types.SetCodeAuthorization',
  { chainId: uint256, address, nonce: uint64, yParity, r: uint256, s: uint256 },
  ['chainId', 'address', 'nonce', 'yParity', 'r', 's'],
)

/** The members of ethapi.TransactionArgs of geth. */
export const transactionMembers = {
  from: address,
  to: address,
  gas: uint64,
  gasPrice: big,
  maxFeePerGas: big,
  maxPriorityFeePerGas: big,
  value: big,
  nonce: uint64,
  data: bytes,
  input: bytes,
  accessList: list('types.AccessList', accessTuple),
  chainId: big,
  maxFeePerBlobGas: big,
  blobVersionedHashes: list('[]common.Hash', hash),
  // Only checked in a call, which has no blobs of its own.
  blobs: list('[]kzg4844.Blob', fixed('kzg4844.Blob', 131_072)),
  commitments: list('[]kzg4844.Commitment', fixed('kzg4844.Commitment', 48)),
  proofs: list('[]kzg4844.Proof', fixed('kzg4844.Proof', 48)),
  authorizationList: list('[]types.SetCodeAuthorization', authorization),
} as const

const transactionArgs = struct('ethapi.TransactionArgs', transactionMembers)

export const callObjectSchema: Schema = {
  description: 'A transaction that need not be signed. Other members are ignored.',
  ...transactionArgs.schema,
}

/** The call of `eth_call` and similar methods (execution-apis, GenericTransaction). */
export const callDecoder = mapped(transactionArgs, toMessage, ref('CallObject'))

/**
 * A call. As in geth, names may be in any case, null counts as omitted, and unknown members are ignored; `input` counts if
 * `data` is given, too.
 */
export const callObject: Parameter<CallMessage> = {
  name: 'call',
  summary: 'From whom, to which contract, with which input.',
  schema: callDecoder.schema,
  read: (value, index) => decodeGo(callDecoder, value, index),
  respell: respellCall,
}

function toMessage(args: ReturnType<typeof transactionArgs>): CallMessage {
  // Most calls have none of these, and copying the others takes longer than reading them.
  if (!changedMembers.some((name) => args[name] !== undefined)) return args as CallMessage
  const { data, input, blobs: _, commitments: __, proofs: ___, authorizationList, ...same } = args
  return {
    ...same,
    data: input ?? data,
    authorizationList: authorizationList?.map(toAuthorization),
  }
}

/** The members that are not those of a message. */
const changedMembers = ['input', 'blobs', 'commitments', 'proofs', 'authorizationList'] as const

export function toAuthorization<T extends { readonly yParity: bigint }>(given: T) {
  return { ...given, yParity: Number(given.yParity) }
}
