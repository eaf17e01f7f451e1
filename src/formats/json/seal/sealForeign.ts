import { bloomOf } from '../../../chain/encoding/bloom.ts'
import { StoredBlock } from '../../../chain/encoding/storedBlock.ts'
import { fieldsByType } from '../../../chain/encoding/transactionFields.ts'
import { type Hex, toHex } from '../../../primitives/hex.ts'
import { keccak256 } from '../../../primitives/keccak.ts'
import { EMPTY_LIST, encodeRlp, encodeRlpList } from '../../../primitives/rlp.ts'
import { readHash } from '../../readHash.ts'
import type { BlockJson, JsonObject } from '../blockJson.ts'
import { FieldError, requireSame } from '../fieldError.ts'
import { dataOf, FieldReader, listOf } from '../fieldReader.ts'
import type { SealedJson } from './assemble.ts'
import { encodeHeader } from './encodeHeader.ts'
import { encodeReceipt } from './receipt.ts'

/** The types of a block's transactions that this version does not know, each once. */
export function foreignTypes({ block }: Pick<BlockJson, 'block'>): readonly number[] {
  const transactions = Array.isArray(block?.transactions) ? block.transactions : []
  const types = transactions.map((each) => Number(Object(each).type ?? 0))
  return [...new Set(types)].filter((type) => type >= 0 && fieldsByType[type] === undefined)
}

/**
 * A block of a network that has types of transactions of its own. Its header is checked, and that the logs are those of the
 * header's bloom; the rest is kept as its JSON, which clients get.
 *
 * @throws {FieldError} that names the first field that is missing, has the wrong type, or is wrong
 */
export function sealForeign(json: BlockJson): SealedJson {
  const { block, receipts } = json
  const reader = new FieldReader('', block)
  const header = encodeHeader('', block)
  requireSame('hash', block.hash, toHex(keccak256(header)))
  const transactions = reader.list('transactions') as readonly JsonObject[]
  const count = listOf('receipts', receipts).length
  if (count !== transactions.length)
    throw new FieldError('receipts', `${count} for ${transactions.length} transactions`)
  // Their types say nothing about their common fields.
  const encoded = receipts.map((each, index) => encodeReceipt(`receipts[${index}]`, each, 0))
  requireSame('logsBloom', block.logsBloom, toHex(bloomOf(encoded.flatMap(({ logs }) => logs))))
  const senders = transactions.map(({ from }, index) =>
    dataOf(`transactions[${index}].from`, from, 20),
  )
  const sealed = new StoredBlock({
    number: Number(reader.bigint('number')),
    hash: block.hash as Hex,
    parentHash: block.parentHash as Hex,
    totalDifficulty: reader.bigint('difficulty'),
    rlp: encodeRlpList([header, EMPTY_LIST, EMPTY_LIST]),
    senders: new Uint8Array(Buffer.concat(senders)),
    blobGasPrice: 0n,
    receiptsWithoutBlooms: encodeRlp(encoded.map(({ stored }) => stored)),
    recorded: new TextEncoder().encode(JSON.stringify(json)),
  })
  return { sealed, transactionHashes: transactions.map(({ hash }) => readHash(hash) ?? '0x') }
}
