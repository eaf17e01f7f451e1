import { BlockMisuseError } from '../chain/byHand/misuse.ts'
import { headerStateRoot } from '../chain/encoding/decode/headerStateRoot.ts'
import { UnknownFeeError } from '../chain/encoding/unknownFeeError.ts'
import { AccessLimitError } from '../chain/execution/accessLimitError.ts'
import { PrivateMemoryError } from '../chain/private/privateMemory.ts'
import { MissingStateError } from '../chain/store/missingStateError.ts'
import { ChangeLogError } from '../endpoint/changeLogError.ts'
import type { DialectName } from '../endpoint/dialects/dialect.ts'
import { EndpointMoveError } from '../endpoint/moveError.ts'
import type { OmmerError } from '../primitives/errors.ts'
import { dialectErrors } from './dialectErrors.ts'
import { RequestError } from './errors.ts'

/** The errors about what was asked for, whose messages are for the client. */
const refusals = [
  // The gas limit that was set for the next block is too low for its system contracts.
  AccessLimitError,
  // What was set for the next block does not fit the block that it follows.
  BlockMisuseError,
  // The endpoint was closed in the meantime, or cannot be changed any more.
  ChangeLogError,
  EndpointMoveError,
  PrivateMemoryError,
  UnknownFeeError,
]

/**
 * What a client gets for an error that a method throws, in the words of its dialect: for missing state, geth's error for
 * state that was pruned.
 */
export function toClientError(error: unknown, dialect: DialectName): unknown {
  const known = toRequestError(error)
  return known instanceof RequestError ? dialectErrors[dialect].reword(known) : known
}

function toRequestError(error: unknown): unknown {
  if (refusals.some((each) => error instanceof each)) {
    const { code, message } = error as OmmerError
    return new RequestError('SERVER_ERROR', message, { code })
  }
  if (!(error instanceof MissingStateError)) return error
  const root = headerStateRoot(error.block)
  // Only the pending block of a recording has no header.
  if (root === undefined) return new RequestError('UNKNOWN_BLOCK', 'pending state is not available')
  return new RequestError('SERVER_ERROR', `historical state ${root.slice(2)} is not available`)
}
