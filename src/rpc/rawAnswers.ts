import type { SealedBlock } from '../chain/encoding/block.ts'
import { rawTransaction } from '../chain/encoding/rawItems.ts'
import { transactionCount } from '../chain/encoding/senders.ts'
import { lacksTransactions } from '../chain/encoding/unknownTransactions.ts'
import { fromHex, type Hex, toHex } from '../primitives/hex.ts'
import { type Answer, encodeResult } from './answer.ts'
import { errorsOf } from './dialectErrors.ts'
import { RequestError } from './errors.ts'
import type { MethodContext } from './method.ts'
import type { StateBlock } from './params/stateBlock.ts'
import { poolOf } from './sending/poolContent.ts'

/** What geth returns for bytes that do not exist. */
const noBytes: Answer = encodeResult('0x')

/** How a method answers if it finds no block. */
interface MissingBlockAnswers {
  /** the answer for a number above the head */
  readonly byNumber: Answer
  /**
   * The answer for a hash that no block has.
   *
   * @throws {RequestError} where it is an error
   */
  byHash(hash: Hex): Answer
}

/**
 * Answers with the bytes of a block, or of a part of it. Like geth, it ignores `requireCanonical`, and does not find the
 * pending block, even if another endpoint has it already.
 *
 * @param write returns the result for `JSON.stringify`
 * @throws {RequestError} as in geth, in every dialect: a tag has no block, or there is no pending block
 */
export function answerRawBlock(
  context: MethodContext,
  parameter: StateBlock,
  missing: MissingBlockAnswers,
  { kind, write }: { readonly kind: string; readonly write: (block: SealedBlock) => unknown },
): Answer | Promise<Answer> {
  const { view } = context
  const { answers } = context.service
  const answer = (block: SealedBlock) => answers.sharedAnswer(block, kind, () => write(block))
  const byHash = (hash: Hex) => {
    const block = withBytes(view.blockByHash(hash))
    return block === undefined ? missing.byHash(hash) : answer(block)
  }
  if (typeof parameter === 'object') return byHash(parameter.blockHash)
  if (parameter === 'pending') {
    return view.pendingBlock().then((block) => {
      // That of a recording has no bytes.
      if (block !== undefined && block.rlp.length > 0) return missing.byHash(block.hash)
      throw new RequestError('UNKNOWN_BLOCK', 'pending block is not available')
    })
  }
  if (typeof parameter === 'number') {
    const block = withBytes(view.blockByNumber(parameter))
    return block === undefined ? missing.byNumber : answer(block)
  }
  const block = withBytes(view.blockByTag(parameter))
  if (block === undefined) throw new RequestError('UNKNOWN_BLOCK', `${parameter} block not found`)
  return answer(block)
}

/**
 * Answers with the bytes of a block or of its header; none for a number above the head.
 *
 * @throws {RequestError} as `answerRawBlock`, and for an unknown hash, which geth writes as a list of bytes
 */
export function answerRawBytes(
  context: MethodContext,
  parameter: StateBlock,
  what: 'header' | 'block',
  bytesOf: (block: SealedBlock) => Uint8Array,
): Answer | Promise<Answer> {
  const missing: MissingBlockAnswers = {
    byNumber: noBytes,
    byHash(hash) {
      const message = `${what} #[${fromHex(hash).join(' ')}] not found`
      throw new RequestError('UNKNOWN_BLOCK', message)
    },
  }
  const write = (block: SealedBlock) => toHex(bytesOf(block))
  return answerRawBlock(context, parameter, missing, { kind: `raw ${what}`, write })
}

/** The bytes of a transaction of the canonical chain or of the pool. */
export function rawTransactionAnswer(context: MethodContext, hash: Hex): Answer | Promise<Answer> {
  const location = context.view.transactionByHash(hash)
  if (location !== undefined) return rawTransactionAt(context, location.block, location.index)
  return context.endpoint.miner?.pool === undefined
    ? unknownTransaction(context)
    : pooledBytes(hash, context)
}

function unknownTransaction({ dialect }: Pick<MethodContext, 'dialect'>): Answer {
  return encodeResult(errorsOf(dialect.name).unknownRaw)
}

async function pooledBytes(hash: Hex, context: MethodContext): Promise<Answer> {
  const transaction = (await poolOf(context))?.get(hash)
  return transaction === undefined
    ? unknownTransaction(context)
    : encodeResult(toHex(transaction.encoded))
}

/** The bytes of a transaction by its index in a block; none for an index past the end. */
export function rawTransactionAt(
  { service }: Pick<MethodContext, 'service'>,
  block: SealedBlock | undefined,
  index: number,
): Answer {
  if (block === undefined || index >= transactionCount(block)) return noBytes
  const found = withBytes(block) as SealedBlock
  return service.answers.sharedAnswer(found, `raw transaction ${index}`, () =>
    toHex(rawTransaction(found, index) ?? new Uint8Array(0)),
  )
}

/** @throws {RequestError} for a block of a recording of which only the JSON is known */
function withBytes(block: SealedBlock | undefined): SealedBlock | undefined {
  if (block === undefined || !lacksTransactions(block)) return block
  const problem = `the bytes of block ${block.number} are unknown: ommer cannot encode what was recorded`
  throw new RequestError('SERVER_ERROR', problem)
}
