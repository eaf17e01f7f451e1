import type { SealedBlock } from '../../../chain/encoding/block.ts'
import { addToBloom } from '../../../chain/encoding/bloom.ts'
import { contractAddress } from '../../../chain/encoding/decode/receipt.ts'
import { senderAt } from '../../../chain/encoding/senders.ts'
import { receiptsWithoutBlooms } from '../../../chain/encoding/storedBlock.ts'
import { GAS_PER_BLOB } from '../../../chain/protocol/blobGas.ts'
import type { AsciiWriter } from '../../../primitives/asciiWriter.ts'
import { toNumber, toQuantity } from '../../../primitives/hex.ts'
import { RlpCursor } from '../../../primitives/readRlp.ts'
import type { Span, TransactionSpans } from './transactionSpans.ts'
import { type BlockFacts, writeList } from './transactionText.ts'

/** Writes the receipts of a block as its dialect does, but without objects. */
export class ReceiptsText {
  readonly #out: AsciiWriter
  readonly #facts: BlockFacts
  readonly #transactions: readonly TransactionSpans[]
  /** in wei per blob gas */
  readonly #blobGasPrice: bigint
  /** RLP list of [type, outcome, cumulative gas, logs] */
  readonly #receipts: Uint8Array
  /** of the receipts so far */
  #gas = 0
  #logs = 0

  constructor(
    out: AsciiWriter,
    block: SealedBlock,
    facts: BlockFacts,
    transactions: readonly TransactionSpans[],
  ) {
    this.#out = out
    this.#facts = facts
    this.#transactions = transactions
    this.#blobGasPrice = block.blobGasPrice
    this.#receipts = receiptsWithoutBlooms(block)
  }

  write(): void {
    const out = this.#out
    const cursor = new RlpCursor(this.#receipts)
    let index = 0
    out.text('[')
    for (const offset of cursor.itemsAt(0)) {
      if (index > 0) out.text(',')
      this.#writeReceipt(index++, cursor.spansAt(offset))
    }
    out.text(']')
  }

  /** @param spans where the four items of the receipt begin and end */
  #writeReceipt(index: number, spans: readonly number[]): void {
    const [, , outcomeStart = 0, outcomeEnd = 0, gasStart = 0, gasEnd = 0] = spans
    const out = this.#out
    const receipts = this.#receipts
    const transaction = this.#transactions[index] as TransactionSpans
    out.text('{"blockHash":')
    out.bytes(this.#facts.blockHash)
    out.text(`,"blockNumber":${this.#facts.blockNumber},"contractAddress":`)
    out.text(transaction.isCreation ? `"${this.#createdBy(transaction, index)}"` : 'null')
    out.text(',"cumulativeGasUsed":')
    out.quantity(receipts, gasStart, gasEnd)
    out.text(',"from":')
    out.data(senderAt(this.#facts, index))
    out.text(',"to":')
    const [toStart, toEnd] = transaction.span('to') as Span
    if (toStart === toEnd) out.text('null')
    else out.data(transaction.bytes, toStart, toEnd)
    this.#writeGas(transaction, toNumber(receipts.subarray(gasStart, gasEnd)))
    const [logsStart, logsEnd] = spans.slice(6) as [number, number]
    const bloom = this.#writeLogs(index, [logsStart, logsEnd])
    out.text(',"logsBloom":')
    out.data(bloom)
    // EIP-658 replaced the state root, 32 bytes, by a status of one byte or none.
    const hasRoot = outcomeEnd - outcomeStart === 32
    out.text(hasRoot ? ',"root":' : ',"status":')
    if (hasRoot) out.data(receipts, outcomeStart, outcomeEnd)
    else out.quantity(receipts, outcomeStart, outcomeEnd)
    this.#writeBlobGas(transaction)
    out.text(',"transactionHash":')
    out.data(transaction.hash)
    const type = toQuantity(transaction.type)
    out.text(`,"transactionIndex":"${toQuantity(index)}","type":"${type}"`)
    const { style, time } = this.#facts
    out.text(style.hasReceiptTimestamp ? `,"blockTimestamp":${time}}` : '}')
  }

  #createdBy(transaction: TransactionSpans, index: number): string {
    return contractAddress(senderAt(this.#facts, index), transaction.integer('nonce') ?? 0n)
  }

  #writeGas(transaction: TransactionSpans, cumulative: number): void {
    const price = toQuantity(transaction.gasPrice(this.#facts.baseFeePerGas))
    const used = toQuantity(cumulative - this.#gas)
    this.#gas = cumulative
    this.#out.text(`,"gasUsed":"${used}","effectiveGasPrice":"${price}","logs":`)
  }

  #writeBlobGas(transaction: TransactionSpans): void {
    const hashes = transaction.span('blobVersionedHashes')
    if (hashes === undefined) return
    // Each hash takes 32 bytes and a prefix.
    const gas = toQuantity(GAS_PER_BLOB * BigInt((hashes[1] - hashes[0]) / 33))
    const price = toQuantity(this.#blobGasPrice)
    this.#out.text(`,"blobGasUsed":"${gas}","blobGasPrice":"${price}"`)
  }

  /**
   * @param index of the transaction
   * @param span of the content of the list
   * @returns their bloom
   */
  #writeLogs(index: number, span: Span): Uint8Array {
    const out = this.#out
    const receipts = this.#receipts
    const bloom = new Uint8Array(256)
    writeList(out, receipts, span, (log) => {
      log.moveTo(log.start)
      addToBloom(bloom, receipts.subarray(log.start, log.end))
      out.text('{"address":')
      out.data(receipts, log.start, log.end)
      log.next()
      out.text(',"topics":')
      writeList(out, receipts, [log.start, log.end], ({ start, end }) => {
        addToBloom(bloom, receipts.subarray(start, end))
        out.data(receipts, start, end)
      })
      log.next()
      out.text(',"data":')
      out.data(receipts, log.start, log.end)
      this.#writeLogPlace(index)
    })
    return bloom
  }

  #writeLogPlace(index: number): void {
    const out = this.#out
    const { blockHash, blockNumber, style, timestamp } = this.#facts
    out.text(`,"blockNumber":${blockNumber},"transactionHash":`)
    out.data((this.#transactions[index] as TransactionSpans).hash)
    out.text(`,"transactionIndex":"${toQuantity(index)}","blockHash":`)
    out.bytes(blockHash)
    out.text(`,"logIndex":"${toQuantity(this.#logs++)}","removed":false`)
    out.text(style.hasBlockTimestamp ? `,"blockTimestamp":${timestamp}}` : '}')
  }
}
