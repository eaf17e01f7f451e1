import { StoredBlock } from '../../chain/encoding/storedBlock.ts'
import type { BlockView } from '../../endpoint/blockView.ts'
import type { Dialect } from '../../endpoint/dialects/dialect.ts'
import { readBlock } from '../../endpoint/readBlock.ts'
import type { Hex } from '../../primitives/hex.ts'
import type { BlockJson, JsonObject } from './blockJson.ts'
import { FieldError } from './fieldError.ts'
import { requireEqual } from './requireEqual.ts'
import { assemble, type SealContext, type SealedJson } from './seal/assemble.ts'
import { encodeBlock } from './seal/encodeBlock.ts'
import { sealBlock } from './seal/sealBlock.ts'

export interface AdmitContext extends SealContext {
  /** where it is to stand on its branch */
  readonly number: number
  /** in one of which it ought to be written */
  readonly dialects: readonly Dialect[]
  /** whether it may be as any other provider writes it */
  readonly isForeign: boolean
  /** whether what is wrong is refused, or kept as it is */
  readonly verify: boolean
  /** ends it, with its reason */
  readonly signal: AbortSignal | undefined
}

/** A block that was admitted. */
export interface AdmittedBlock extends SealedJson {
  /** those of the dialects that write it as it is stated; none where its JSON is kept */
  readonly writtenIn: readonly Dialect[]
}

/**
 * Makes a block that can be served of its JSON. Where one of the dialects writes the same, only its bytes are kept;
 * else the JSON, too, and that is what clients get.
 *
 * @throws {FieldError} with `verify` at the first field that is wrong
 */
export async function admitBlock(json: BlockJson, context: AdmitContext): Promise<AdmittedBlock> {
  const { dialects, isForeign, verify, signal } = context
  try {
    const found = await sealBlock(json, context, signal)
    // As it will be kept: without what follows from the rest.
    const sealed = new StoredBlock(found.sealed)
    const read = readBlock(sealed)
    if (isForeign) {
      const writtenIn = dialects.filter((each) => isWritten(json, read(each)))
      return writtenIn.length > 0 ? { ...found, sealed, writtenIn } : withJson(json, found)
    }
    for (const each of dialects) requireWritten(json, read(each))
    return { ...found, sealed, writtenIn: dialects }
  } catch (error) {
    if (verify || !(error instanceof FieldError)) throw error
    return withJson(json, readLoosely(json, context))
  }
}

/** @throws {FieldError} where something else is written than what is stated */
function requireWritten(json: BlockJson, view: BlockView): void {
  requireEqual('', json.block, view.block({ full: true, pending: false }))
  requireEqual('receipts', json.receipts, view.receipts())
  const uncles = json.uncles.map((_, index) => view.uncle(index))
  requireEqual('uncles', json.uncles, uncles)
}

function isWritten(json: BlockJson, view: BlockView): boolean {
  try {
    requireWritten(json, view)
    return true
  } catch (error) {
    if (error instanceof FieldError) return false
    throw error
  }
}

/** As many of a block's bytes as there are. */
function readLoosely(json: BlockJson, context: AdmitContext): SealedJson {
  try {
    const loose = assemble(json, encodeBlock(json, context.chainId), context)
    const transactionHashes = (json.block.transactions as JsonObject[]).map(hashOf)
    const sealed = { ...loose.sealed, ...placeOf(json.block, context) }
    return { sealed, transactionHashes }
  } catch (error) {
    if (!(error instanceof FieldError)) throw error
    const transactions = json.block?.transactions
    const hashes = Array.isArray(transactions) ? transactions.map(hashOf) : []
    const nothing = new Uint8Array(0)
    return {
      sealed: {
        ...placeOf(json.block, context),
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

/** RLP of a list of nothing. */
const EMPTY_LIST = Uint8Array.of(0xc0)

function placeOf(block: JsonObject, { number }: AdmitContext) {
  return { number, hash: textOf(block?.hash), parentHash: textOf(block?.parentHash) }
}

/** `0x` where there is none that could be asked for. */
function hashOf(transaction: JsonObject | null): Hex {
  const hash = textOf(transaction?.hash).toLowerCase()
  return /^0x[\da-f]{64}$/.test(hash) ? (hash as Hex) : '0x'
}

function textOf(value: unknown): Hex {
  return String(value) as Hex
}

function withJson(json: BlockJson, { sealed, transactionHashes }: SealedJson): AdmittedBlock {
  const recorded = new TextEncoder().encode(JSON.stringify(json))
  return { sealed: { ...sealed, recorded }, transactionHashes, writtenIn: [] }
}
