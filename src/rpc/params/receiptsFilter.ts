import type { Hex } from '../../primitives/hex.ts'
import { type DialectErrors, errorsOf } from '../dialectErrors.ts'
import { RequestError } from '../errors.ts'
import { arrayOf, orNull, ref } from '../schemas/schema.ts'
import type { Parameter } from './arguments.ts'
import { invalidArgument } from './arguments.ts'
import { foldedMembers } from './foldedMembers.ts'
import { hashOf } from './hash.ts'
import { describe } from './hexNumber.ts'

/** As in geth. */
const HASHES_MAX = 200

/** Of which transactions receipts are sent; undefined for all. */
export const receiptsFilter: Parameter<ReadonlySet<Hex> | undefined> = {
  name: 'query',
  summary: 'Of which transactions; by default of all.',
  schema: {
    type: 'object',
    properties: {
      transactionHashes: orNull({ ...arrayOf(ref('HashParameter')), maxItems: HASHES_MAX }),
    },
    additionalProperties: false,
  },
  read: readReceiptsFilter,
}

/**
 * Reads the query of the subscription `transactionReceipts` (geth, eth/filters/api.go). An empty list means all.
 *
 * @throws {RequestError} INVALID_PARAMS; SERVER_ERROR for too many hashes
 */
function readReceiptsFilter(
  value: unknown,
  index: number,
  errors: DialectErrors = errorsOf('infura'),
): ReadonlySet<Hex> | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw invalidArgument(index, errors.wrongKind('filter', describe(value)))
  }
  const given = foldedMembers(value, index, ['transactionHashes']).get('transactionHashes') ?? []
  if (!Array.isArray(given)) {
    throw invalidArgument(index, errors.wrongKind('receiptHashes', describe(given)))
  }
  const hashes = given.map((hash) => hashOf('receiptHash', hash, index, errors))
  if (hashes.length > HASHES_MAX) {
    throw new RequestError(
      'SERVER_ERROR',
      'exceed max number of transaction hashes allowed per transactionReceipts subscription',
    )
  }
  return hashes.length === 0 ? undefined : new Set(hashes)
}
