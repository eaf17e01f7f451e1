import { BlockMisuseError } from '../chain/byHand/misuse.ts'
import { headerStateRoot } from '../chain/encoding/decode/headerStateRoot.ts'
import { UnknownFeeError } from '../chain/encoding/unknownFeeError.ts'
import { UnknownTransactionsError } from '../chain/encoding/unknownTransactions.ts'
import { AccessLimitError } from '../chain/execution/accessLimitError.ts'
import { PrivateMemoryError } from '../chain/private/privateMemory.ts'
import { PartlyUnknownError } from '../chain/state/partlyUnknownError.ts'
import { MissingStateError } from '../chain/store/missingStateError.ts'
import { ChangeLogError } from '../endpoint/changeLogError.ts'
import type { Dialect } from '../endpoint/dialects/dialect.ts'
import { inWords } from '../endpoint/dialects/words.ts'
import { EndpointMoveError } from '../endpoint/moveError.ts'
import type { OmmerError } from '../primitives/errors.ts'
import { fromHex, type Hex } from '../primitives/hex.ts'
import { UpstreamError } from '../primitives/upstreamError.ts'
import { WitnessError } from '../primitives/witnessError.ts'
import { errorsOf } from './dialectErrors.ts'
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
  // A chain that is forked from a network has only what was read from there.
  PartlyUnknownError,
  PrivateMemoryError,
  UnknownFeeError,
  UnknownTransactionsError,
  UpstreamError,
  // The folder with what was read of a network is damaged.
  WitnessError,
]

/**
 * What a client gets for an error that a method throws, in the words of its dialect: for missing state, geth's error for
 * state that was pruned.
 */
export function toClientError(error: unknown, dialect: Dialect): unknown {
  const known = toRequestError(error)
  return known instanceof RequestError ? reword(known, dialect) : known
}

function reword(error: RequestError, { name, facts }: Dialect): RequestError {
  const { code, data, values } = error
  const { words, parameters } = facts
  const { revertReason } = errorsOf(name)
  if (code === 'EXECUTION_REVERTED' && revertReason !== undefined) {
    const reason = revertReason(fromHex((data ?? '0x') as Hex))
    return new RequestError(
      code,
      `execution reverted${reason === undefined ? '' : `: ${reason}`}`,
      data,
    )
  }
  if (words === undefined) return error
  const parameter = parameters?.[`${values?.parameter}`] ?? parameters?.otherwise
  const worded = inWords(words, error, { ...values, parameter })
  if (worded === undefined) return error
  return new RequestError(code, worded.message, worded.data, worded.code, worded.status)
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
  const { number: block } = error.block
  return new RequestError(
    'SERVER_ERROR',
    `historical state ${root.slice(2)} is not available`,
  ).with({
    block,
  })
}
