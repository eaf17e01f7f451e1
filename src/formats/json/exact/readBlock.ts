import { withdrawalFields } from '../../../chain/encoding/block.ts'
import { RlpWriter } from '../../../primitives/rlpWriter.ts'
import { OPEN } from './members.ts'
import { type HeaderBytes, readHeader } from './readHeader.ts'
import { type ReadTransaction, readTransaction } from './readTransaction.ts'
import { fieldsReader, hashes } from './readValue.ts'
import { OtherTextError, TextCursor } from './textCursor.ts'

/** A block without its receipts. */
export interface ReadBlock {
  readonly header: HeaderBytes
  readonly rlp: Uint8Array
  readonly transactions: readonly ReadTransaction[]
  /** undefined if the text has none */
  readonly totalDifficulty: bigint | undefined
}

const [SIZE, TRANSACTIONS, UNCLES, WITHDRAWALS, TOTAL_DIFFICULTY] = [
  '"size":',
  ',"transactions":',
  ',"uncles":',
  ',"withdrawals":',
  ',"totalDifficulty":',
].map((name) => Buffer.from(name)) as [Buffer, Buffer, Buffer, Buffer, Buffer]

const readWithdrawal = fieldsReader(withdrawalFields)

const [items, out] = [new RlpWriter(), new RlpWriter()]

/**
 * Reads a block as it is written by `writeBlockText`. Only the fields that its RLP has are read, and few of them are
 * checked: the caller writes the text again, and compares.
 *
 * @param bytes the text of the block
 * @param uncles the text of each uncle
 * @param chainId of the chain: some dialects omit it from some transactions
 * @throws {OtherTextError} if the text is not that of a block as a dialect writes it
 */
export function readBlock(
  bytes: Uint8Array,
  uncles: readonly Uint8Array[],
  chainId: number | undefined,
): ReadBlock {
  items.cut(0)
  out.cut(0)
  const text = new TextCursor(bytes)
  const block = out.open()
  text.expect(OPEN)
  const header = readHeader(text, items, out)
  text.expect(SIZE)
  text.scalar()
  text.expect(TRANSACTIONS)
  const transactions: ReadTransaction[] = []
  inList(() => {
    text.list(() => transactions.push(readTransaction(text, chainId, items, out)))
  })
  text.expect(UNCLES)
  hashes(text, items)
  inList(() => {
    for (const each of uncles) readUncle(each)
  })
  if (text.take(WITHDRAWALS)) inList(() => text.list(() => readWithdrawal(text, out)))
  out.close(block)
  return {
    header,
    rlp: out.take(),
    transactions,
    totalDifficulty: text.take(TOTAL_DIFFICULTY) ? integerIn(text) : undefined,
  }
}

function inList(write: () => void): void {
  const list = out.open()
  write()
  out.close(list)
}

function readUncle(bytes: Uint8Array | undefined): void {
  // Files may be missing.
  if (bytes === undefined) throw new OtherTextError()
  const text = new TextCursor(bytes)
  text.expect(OPEN)
  readHeader(text, items, out)
}

function integerIn(text: TextCursor): bigint {
  text.digits()
  const { buffer, byteOffset } = text.bytes
  const digits = Buffer.from(buffer, byteOffset + text.start, text.end - text.start)
  if (!/^[\da-f]+$/.test(digits.toString('latin1'))) throw new OtherTextError()
  return BigInt(`0x${digits.toString('latin1')}`)
}
