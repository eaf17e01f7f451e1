import type { SealedBlock } from '../../chain/encoding/block.ts'
import type { ReadBlock, ReadState } from '../../endpoint/anvilState/readAnvilState.ts'
import { isMadeUp } from '../../endpoint/anvilState/writeAnvilState.ts'
import { anvil } from '../../endpoint/dialects/anvil.ts'
import { readBlock } from '../../endpoint/readBlock.ts'
import { type Hex, toQuantity } from '../../primitives/hex.ts'
import type { BlockJson, JsonObject } from '../json/blockJson.ts'

type Details = ReadState['transactions'][number]

/**
 * A block of a state as the five methods return it.
 *
 * @param details of its transactions, in order
 */
export function blockJsonOf(block: ReadBlock, details: readonly Details[]): BlockJson {
  const { header, hash, ommers, withdrawals } = block
  const place = { blockHash: hash, blockNumber: header.number }
  const hashes = block.transactions.map((each, index) => hashOf(each, details[index] as Details))
  const transactions = block.transactions.map(({ transaction, impersonated_sender }, index) => ({
    ...transaction,
    ...place,
    transactionIndex: toQuantity(index),
    from: impersonated_sender ?? details[index]?.info.from,
    hash: hashes[index],
  }))
  return {
    block: {
      ...header,
      hash,
      transactions,
      uncles: [],
      // Anvil writes null for an empty list.
      ...(header.withdrawalsRoot !== undefined && { withdrawals: withdrawals ?? [] }),
    },
    receipts: receiptsOf(block, details, hashes),
    uncles: ommers,
  }
}

/** What Anvil calls a transaction: by another hash than its own, if nobody has signed it. */
function hashOf(
  { transaction, impersonated_sender }: ReadBlock['transactions'][number],
  { info }: Details,
): unknown {
  const isOwn = impersonated_sender !== null && isMadeUp(transaction, impersonated_sender as Hex)
  return isOwn ? transaction.hash : info.transaction_hash
}

/** Whether no hash covers one of its transactions, because Anvil has made it without a signature. */
export function hasUnsigned({ transactions }: ReadBlock): boolean {
  return transactions.some(
    ({ transaction, impersonated_sender }) =>
      impersonated_sender !== null && !isMadeUp(transaction, impersonated_sender as Hex),
  )
}

function receiptsOf(
  { header: { number: blockNumber, timestamp }, hash: blockHash }: ReadBlock,
  details: readonly Details[],
  hashes: readonly unknown[],
): JsonObject[] {
  let before = 0n
  let logIndex = 0
  return details.map(({ info, receipt }, index) => {
    const cumulative = BigInt(String(receipt.cumulativeGasUsed))
    const gasUsed = toQuantity(cumulative - before)
    before = cumulative
    const own = {
      blockHash,
      blockNumber,
      transactionHash: hashes[index],
      transactionIndex: toQuantity(index),
    }
    const logs = (receipt.logs as readonly JsonObject[]).map((log) => ({
      ...log,
      ...own,
      logIndex: toQuantity(logIndex++),
      removed: false,
      blockTimestamp: timestamp,
    }))
    return {
      ...receipt,
      ...own,
      from: info.from,
      to: info.to,
      contractAddress: info.contract_address,
      gasUsed,
      logs,
    }
  })
}

/**
 * Keeps how Anvil names the transactions of a block that nobody has signed: their bytes lead to other hashes.
 *
 * @param sealed the block by its bytes
 */
export function withAnvilHashes(sealed: SealedBlock, hashes: readonly Hex[]): SealedBlock {
  const view = readBlock({ ...sealed, recorded: undefined })(anvil)
  const { transactions, ...block } = view.block({ full: true, pending: false }) as JsonObject & {
    readonly transactions: readonly JsonObject[]
  }
  const named = transactions.map((each, index) => ({ ...each, hash: hashes[index] }))
  const receipts = (view.receipts() as readonly JsonObject[]).map((receipt, index) => {
    const transactionHash = hashes[index]
    const logs = (receipt.logs as readonly JsonObject[]).map((log) => ({ ...log, transactionHash }))
    return { ...receipt, transactionHash, logs }
  })
  const json = { block: { ...block, transactions: named }, receipts, uncles: [] }
  return { ...sealed, recorded: new TextEncoder().encode(JSON.stringify(json)) }
}
