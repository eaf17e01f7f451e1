import type { CallMessage } from '../../chain/calls/message.ts'
import { serverError } from '../errors.ts'
import type { Parameter } from './arguments.ts'
import { toAuthorization, transactionMembers } from './callObject.ts'
import { decodeGo, decoder, struct, uint64 } from './goJson.ts'
import { respellCall } from './spellings.ts'

/** A transaction whose sender the server signs for. What is undefined is filled in. */
export interface TransactionRequest extends CallMessage {
  /** geth ignores it: there it follows from the other members */
  readonly type?: bigint | undefined
}

/** geth ignores it, so clients also send a JSON number, as web3.py does. */
const type = decoder<bigint>(
  { oneOf: [uint64.schema, { type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER }] },
  (value, decoding) =>
    Number.isSafeInteger(value) && Number(value) >= 0
      ? BigInt(Number(value))
      : uint64(value, decoding),
)

const transactionArgs = struct('ethapi.TransactionArgs', { ...transactionMembers, type })

/**
 * Reads a transaction that is not signed yet, with the errors of geth. As in geth, names may be in any case, null counts
 * as omitted, and unknown members are ignored.
 *
 * @throws {RequestError} INVALID_PARAMS, or SERVER_ERROR for blobs and for contradictory data
 */
function readTransactionRequest(value: unknown, index: number): TransactionRequest {
  const args = decodeGo(transactionArgs, value, index)
  const { data, input, blobs, commitments: _, proofs: __, authorizationList, ...same } = args
  if (blobs !== undefined) {
    throw serverError('"blobs" is not supported for this RPC method')
  }
  if (data !== undefined && input !== undefined && !Buffer.from(data).equals(input)) {
    throw serverError(
      'both "data" and "input" are set and not equal. Please use "input" to pass transaction call data',
    )
  }
  return {
    ...same,
    data: input ?? data,
    authorizationList: authorizationList?.map(toAuthorization),
  }
}

export const transactionRequest: Parameter<TransactionRequest> = {
  name: 'transaction',
  summary: 'The transaction, with its sender as from. What is omitted is filled in.',
  schema: {
    description: 'A transaction that need not be signed. Other members are ignored.',
    ...transactionArgs.schema,
  },
  read: readTransactionRequest,
  respell: respellCall,
}
