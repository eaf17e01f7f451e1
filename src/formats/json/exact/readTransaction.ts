import { fieldsByType } from '../../../chain/encoding/transactionFields.ts'
import type { TransactionMember } from '../../../endpoint/dialects/createDialect.ts'
import { type Hex, toHex, toMinimalBytes, toNumber } from '../../../primitives/hex.ts'
import { encodeRlp, STRING } from '../../../primitives/rlp.ts'
import type { RlpWriter } from '../../../primitives/rlpWriter.ts'
import { CLOSE, contentAt, MembersReader, OPEN } from './members.ts'
import { data, quantity, type ReadValue, readersByKind, scalar } from './readValue.ts'
import { OtherTextError, type TextCursor } from './textCursor.ts'

const { accessList, authorizations, hashes, recipient } = readersByKind

const members = new MembersReader<TransactionMember>({
  blockHash: scalar,
  blockNumber: scalar,
  transactionIndex: scalar,
  from: data(20),
  to: recipient,
  gas: quantity,
  gasPrice: quantity,
  hash: data(32),
  input: data(),
  nonce: quantity,
  value: quantity,
  type: quantity,
  accessList,
  maxPriorityFeePerGas: quantity,
  maxFeePerGas: quantity,
  maxFeePerBlobGas: quantity,
  blobVersionedHashes: hashes,
  authorizationList: authorizations,
  v: quantity,
  yParity: scalar,
  blockTimestamp: scalar,
  chainId: quantity,
  r: quantity,
  s: quantity,
} satisfies Record<TransactionMember, ReadValue>)

const [TYPE, HASH, FROM, CHAIN_ID] = (['type', 'hash', 'from', 'chainId'] as const).map((name) => {
  return members.slotOf(name)
}) as [number, number, number, number]

/** For each type, where its fields are in the spans, in the order in which they are hashed. */
const slotsByType = fieldsByType.map((names) => {
  return [...names, 'v' as const, 'r' as const, 's' as const].map((name) => members.slotOf(name))
})

/** What its block has of a transaction beside its RLP. */
export interface ReadTransaction {
  readonly hash: Hex
  /** 20 bytes */
  readonly from: Uint8Array
}

/**
 * Reads a transaction.
 *
 * @param chainId of the chain: some dialects omit it from some transactions
 * @param items takes its fields for a while
 * @param out takes the transaction as an item of the list of its block
 * @throws {OtherTextError}
 */
export function readTransaction(
  text: TextCursor,
  chainId: number | undefined,
  items: RlpWriter,
  out: RlpWriter,
): ReadTransaction {
  const before = items.length
  text.expect(OPEN)
  const spans = members.read(text, items)
  text.expect(CLOSE)
  const { bytes } = items
  const type = toNumber(contentAt(bytes, spans, TYPE))
  const slots = slotsByType[type]
  if (slots === undefined) throw new OtherTextError()
  const start = out.open()
  if (type > 0) out.byte(type)
  const list = out.open()
  for (const slot of slots) {
    const [from, to] = [spans[slot] as number, spans[slot + 1] as number]
    if (from < to) out.encoded(bytes, from, to)
    else if (slot === CHAIN_ID && chainId !== undefined) {
      out.encoded(encodeRlp(toMinimalBytes(chainId)))
    } else throw new OtherTextError()
  }
  out.close(list)
  if (type > 0) out.close(start, STRING)
  const [hash, from] = [contentAt(bytes, spans, HASH), contentAt(bytes, spans, FROM)]
  items.cut(before)
  return { hash: toHex(hash), from }
}
