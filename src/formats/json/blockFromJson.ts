import { StoredBlock } from '../../chain/encoding/storedBlock.ts'
import type { BlockView } from '../../endpoint/blockView.ts'
import type { Dialect } from '../../endpoint/dialects/dialect.ts'
import { readBlock } from '../../endpoint/readBlock.ts'
import type { Hex } from '../../primitives/hex.ts'
import { EMPTY_LIST } from '../../primitives/rlp.ts'
import { readHash } from '../readHash.ts'
import type { BlockJson, BlockSource, JsonObject } from './blockJson.ts'
import { FieldError } from './fieldError.ts'
import { requireEqual } from './requireEqual.ts'
import { assemble, type SealContext, type SealedJson } from './seal/assemble.ts'
import { encodeBlock } from './seal/encodeBlock.ts'
import { sealBlock } from './seal/sealBlock.ts'
import { sealExact } from './seal/sealExact.ts'

export interface BlockContext extends SealContext {
  /** the number that the block must have */
  readonly number: number
  /** the dialects in which the block may be written */
  readonly dialects: readonly Dialect[]
  /** whether it may be written in another way, by any provider */
  readonly isForeign: boolean
  /** whether an invalid block is refused, or else served as it is */
  readonly verify: boolean
  /** whether the signatures of transactions are checked, too */
  readonly signatures: boolean
  /** aborts the work, with its reason */
  readonly signal: AbortSignal | undefined
}

/** A block that can be served. */
export interface LoadedBlock extends SealedJson {
  /** the dialects that write exactly its JSON; empty if the JSON is kept */
  readonly writtenIn: readonly Dialect[]
}

/**
 * Makes a block that can be served from its JSON. If one of the dialects writes exactly that JSON, only the bytes of
 * the block are kept; otherwise the JSON, too, which clients then get.
 *
 * @throws {FieldError} with `verify`, that names the first wrong field
 */
export async function blockFromJson(
  source: BlockSource,
  context: BlockContext,
): Promise<LoadedBlock> {
  const { dialects, isForeign, verify, signatures, signal } = context
  const { texts } = source
  const [dialect, ...others] = dialects
  if (texts !== undefined && dialect !== undefined && others.length === 0) {
    const exact = await sealExact(source, texts, { ...context, dialect })
    if (exact !== undefined) return { ...exact, writtenIn: dialects }
  }
  const { json } = source
  try {
    const found = await sealBlock(json, context, { signatures, signal })
    // In the form in which the tree stores it, without what can be computed.
    const sealed = new StoredBlock(found.sealed)
    const read = readBlock(sealed)
    if (isForeign) {
      const writtenIn = dialects.filter((each) => isWrittenBy(json, read(each)))
      return writtenIn.length > 0 ? { ...found, sealed, writtenIn } : keepJson(json, found)
    }
    for (const each of dialects) requireWrittenBy(json, read(each))
    return { ...found, sealed, writtenIn: dialects }
  } catch (error) {
    if (verify || !(error instanceof FieldError)) throw error
    return keepJson(json, readUnverified(json, context))
  }
}

/** @throws {FieldError} if the dialect writes other JSON */
function requireWrittenBy(json: BlockJson, view: BlockView): void {
  requireEqual('', json.block, view.block({ full: true, pending: false }))
  requireEqual('receipts', json.receipts, view.receipts())
  const uncles = json.uncles.map((_, index) => view.uncle(index))
  requireEqual('uncles', json.uncles, uncles)
}

function isWrittenBy(json: BlockJson, view: BlockView): boolean {
  try {
    requireWrittenBy(json, view)
    return true
  } catch (error) {
    if (error instanceof FieldError) return false
    throw error
  }
}

/** As much of an invalid block as can be read. */
function readUnverified(json: BlockJson, context: BlockContext): SealedJson {
  try {
    // Without its access list, which must be that of the header.
    const loose = assemble(
      { ...json, accessList: undefined },
      encodeBlock(json, context.chainId),
      context,
    )
    const transactionHashes = (json.block.transactions as JsonObject[]).map(transactionHash)
    const sealed = { ...loose.sealed, ...idOf(json.block, context) }
    return { sealed, transactionHashes }
  } catch (error) {
    if (!(error instanceof FieldError)) throw error
    const transactions = json.block?.transactions
    const hashes = Array.isArray(transactions) ? transactions.map(transactionHash) : []
    const nothing = new Uint8Array(0)
    return {
      sealed: {
        ...idOf(json.block, context),
        totalDifficulty: context.totalDifficultyBefore ?? 0n,
        rlp: nothing,
        receiptsRlp: EMPTY_LIST,
        senders: new Uint8Array(20 * hashes.length),
        blobGasPrice: 0n,
      },
      transactionHashes: hashes,
    }
  }
}

function idOf(block: JsonObject, { number }: BlockContext) {
  return { number, hash: textOf(block?.hash), parentHash: textOf(block?.parentHash) }
}

/** `0x` if it is not a hash, so no request can match it. */
function transactionHash(transaction: JsonObject | null): Hex {
  return readHash(transaction?.hash) ?? '0x'
}

function textOf(value: unknown): Hex {
  return String(value) as Hex
}

function keepJson(json: BlockJson, { sealed, transactionHashes }: SealedJson): LoadedBlock {
  const recorded = new TextEncoder().encode(JSON.stringify(json))
  return { sealed: { ...sealed, recorded }, transactionHashes, writtenIn: [] }
}
