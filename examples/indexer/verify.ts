import { createMPT } from '@ethereumjs/mpt'
import { bytesToHex, concat, type Hex, hexToBytes, keccak256, toRlp } from 'viem'
import type { BlockJson, HeaderJson, LogJson, ReceiptJson, WholeBlock } from './json.ts'

/** The data of a node is inconsistent. */
export class CorruptDataError extends Error {}

/** The fields of a header in the order in which they are hashed. */
const HEADER_FIELDS = [
  'parentHash',
  'sha3Uncles',
  'miner',
  'stateRoot',
  'transactionsRoot',
  'receiptsRoot',
  'logsBloom',
  'difficulty',
  'number',
  'gasLimit',
  'gasUsed',
  'timestamp',
  'extraData',
  'mixHash',
  'nonce',
  'baseFeePerGas',
  'withdrawalsRoot',
  'blobGasUsed',
  'excessBlobGas',
  'parentBeaconBlockRoot',
  'requestsHash',
  'blockAccessListHash',
  'slotNumber',
]

const QUANTITIES = new Set([
  'difficulty',
  'number',
  'gasLimit',
  'gasUsed',
  'timestamp',
  'baseFeePerGas',
  'blobGasUsed',
  'excessBlobGas',
  'slotNumber',
])

/**
 * Verifies the hash of a header, which commits to its parent, receipts and logs.
 *
 * @throws {CorruptDataError}
 */
export function requireHeader(header: HeaderJson): void {
  try {
    requireHash(header)
  } catch (error) {
    throw toCorrupt(error)
  }
}

/**
 * Verifies that a block has the requested hash, and lists of transactions and uncles, whose content `requireWhole`
 * verifies.
 *
 * @throws {CorruptDataError}
 */
export function requireBlock(block: BlockJson, hash: string): void {
  requireHeader(block)
  requireSame(block.hash, hash, 'hash')
  if (Array.isArray(block.transactions) && Array.isArray(block.uncles)) return
  throw new CorruptDataError(`block ${hash} has no lists of transactions and uncles`)
}

/**
 * Verifies a block's hash, receipts and uncles.
 *
 * @throws {CorruptDataError}
 */
export async function requireWhole(whole: WholeBlock): Promise<void> {
  try {
    await requireContents(whole)
  } catch (error) {
    throw toCorrupt(error)
  }
}

async function requireContents({ block, receipts, uncles }: WholeBlock): Promise<void> {
  requireHash(block)
  requireSame(String(block.transactions.length), String(receipts.length), 'number of receipts')
  let gasBefore = 0n
  for (const [index, receipt] of receipts.entries()) {
    // receiptsRoot commits only to the cumulative gas.
    const gas = BigInt(receipt.cumulativeGasUsed) - gasBefore
    requireSame(receipt.gasUsed, `0x${gas.toString(16)}`, `gas of receipt ${index}`)
    gasBefore += gas
    requireSame(block.hash, receipt.blockHash, `block of receipt ${index}`)
    requireSame(String(block.transactions[index]), receipt.transactionHash, `receipt ${index}`)
    requireSame(receipt.logsBloom, bloomOf(receipt.logs), `bloom of receipt ${index}`)
  }
  requireSame(block.receiptsRoot, await receiptsRootOf(receipts), 'receiptsRoot')
  requireSame(block.logsBloom, bloomOf(receipts.flatMap(({ logs }) => logs)), 'bloom')
  for (const uncle of uncles) requireHash(uncle)
  requireSame(block.sha3Uncles, keccak256(toRlp(uncles.map(headerItems))), 'sha3Uncles')
}

function requireHash(header: HeaderJson): void {
  requireSame(header.hash, keccak256(toRlp(headerItems(header))), `hash of block ${header.number}`)
}

/** Data that cannot even be read, for example because a field is null, is corrupt, too. */
function toCorrupt(error: unknown): CorruptDataError {
  if (error instanceof CorruptDataError) return error
  return new CorruptDataError(`cannot be read: ${String(error)}`, { cause: error })
}

function requireSame(stated: string, computed: string, what: string): void {
  if (stated !== computed) throw new CorruptDataError(`${what}: ${stated} is not ${computed}`)
}

function headerItems(header: HeaderJson): Hex[] {
  return HEADER_FIELDS.filter((field) => header[field] !== undefined).map((field) => {
    const value = header[field] as Hex
    return QUANTITIES.has(field) ? minimalBytes(value) : value
  })
}

/** Numbers in RLP have no leading zeros, and 0 has no bytes. */
function minimalBytes(quantity: string): Hex {
  const digits = BigInt(quantity).toString(16)
  if (digits === '0') return '0x'
  return digits.length % 2 === 0 ? `0x${digits}` : `0x0${digits}`
}

/** Three bits for each address and topic (Yellow Paper 4.4.3). */
function bloomOf(logs: readonly LogJson[]): Hex {
  const bloom = new Uint8Array(256)
  for (const entry of logs.flatMap(({ address, topics }) => [address, ...topics])) {
    const hash = keccak256(entry as Hex, 'bytes')
    for (const offset of [0, 2, 4]) {
      const bit = (((hash[offset] ?? 0) << 8) | (hash[offset + 1] ?? 0)) & 2047
      const index = 255 - (bit >> 3)
      bloom[index] = (bloom[index] ?? 0) | (1 << (bit & 7))
    }
  }
  return bytesToHex(bloom)
}

/** The root of the trie of receipts by index (Yellow Paper 4.4.2, EIP-2718). */
async function receiptsRootOf(receipts: readonly ReceiptJson[]): Promise<Hex> {
  const trie = await createMPT()
  for (const [index, receipt] of receipts.entries()) {
    const key = toRlp(minimalBytes(`0x${index.toString(16)}`), 'bytes')
    await trie.put(key, hexToBytes(encodeReceipt(receipt)))
  }
  return bytesToHex(trie.root())
}

function encodeReceipt({
  type,
  status,
  root,
  cumulativeGasUsed,
  logsBloom,
  logs,
}: ReceiptJson): Hex {
  const outcome = status === undefined ? (root as Hex) : minimalBytes(status)
  const body = toRlp([
    outcome,
    minimalBytes(cumulativeGasUsed),
    logsBloom as Hex,
    logs.map(({ address, topics, data }) => [address as Hex, topics as Hex[], data as Hex]),
  ])
  return type === '0x0' ? body : concat([minimalBytes(type), body])
}
