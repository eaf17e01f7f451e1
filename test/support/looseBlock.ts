import { createMPT } from '@ethereumjs/mpt'
import { RLP } from '@ethereumjs/rlp'
import type { SealedBlock } from '../../src/chain/encoding/block.ts'
import { headerFieldNames } from '../../src/chain/encoding/header.ts'
import { fromHex, type Hex, toBigInt, toHex, toMinimalBytes } from '../../src/primitives/hex.ts'
import { keccak256 } from '../../src/primitives/keccak.ts'
import { sign } from '../../src/primitives/secp256k1.ts'

/** An RLP item: bytes, or a list of items. */
export type Item = Uint8Array | Item[]

/** A list with named items; deleting a name removes the item, and a new name appends one. */
export type Fields = Record<string, Item>

/** A transaction or receipt: its EIP-2718 type, 0 for legacy, and its fields. */
export interface Envelope {
  type: number
  fields: Fields
}

/** A block in parts, so that a test can change any field and reassemble it. */
export interface LooseBlock {
  number: number
  hash: Hex
  parentHash: Hex
  totalDifficulty: bigint
  senders: Uint8Array
  blobGasPrice: bigint
  header: Fields
  transactions: Envelope[]
  uncles: Fields[]
  withdrawals: Fields[]
  receipts: Envelope[]
  /** undefined before Amsterdam */
  accessList: Item[] | undefined
  /** whether the block's RLP has withdrawals after the header, transactions and uncles */
  hasWithdrawals: boolean
}

const feeNames = ['maxPriorityFeePerGas', 'maxFeePerGas']
const callNames = ['gas', 'to', 'value', 'input']
const signatureNames = ['v', 'r', 's']
const feeMarketNames = ['chainId', 'nonce', ...feeNames, ...callNames, 'accessList']
/** by type */
const transactionNames: readonly string[][] = [
  ['nonce', 'gasPrice', ...callNames, ...signatureNames],
  ['chainId', 'nonce', 'gasPrice', ...callNames, 'accessList', ...signatureNames],
  [...feeMarketNames, ...signatureNames],
  [...feeMarketNames, 'maxFeePerBlobGas', 'blobVersionedHashes', ...signatureNames],
  [...feeMarketNames, 'authorizationList', ...signatureNames],
]
const receiptNames = ['status', 'cumulativeGasUsed', 'logsBloom', 'logs']
const withdrawalNames = ['index', 'validatorIndex', 'address', 'amount']

/** The shortest big-endian bytes of a number, as in RLP. */
export const uint = toMinimalBytes

export function takeApart(block: SealedBlock): LooseBlock {
  const [header, transactions, uncles, withdrawals] = RLP.decode(block.rlp) as Item[][]
  const receipts = RLP.decode(block.receiptsRlp) as Item[]
  return {
    number: block.number,
    hash: block.hash,
    parentHash: block.parentHash,
    totalDifficulty: block.totalDifficulty,
    senders: block.senders.slice(),
    blobGasPrice: block.blobGasPrice,
    header: withNames(headerFieldNames, header as Item[]),
    transactions: (transactions as Item[]).map((item) => openEnvelope(item, transactionNames)),
    uncles: (uncles as Item[][]).map((item) => withNames(headerFieldNames, item)),
    withdrawals: ((withdrawals ?? []) as Item[][]).map((item) => withNames(withdrawalNames, item)),
    receipts: receipts.map((item) => openEnvelope(item, Array(5).fill(receiptNames))),
    accessList: block.accessList && (RLP.decode(block.accessList) as Item[]),
    hasWithdrawals: withdrawals !== undefined,
  }
}

export function putTogether(block: LooseBlock): SealedBlock {
  const { number, hash, parentHash, totalDifficulty, senders, blobGasPrice } = block
  const items = [
    Object.values(block.header),
    block.transactions.map(closeEnvelope),
    block.uncles.map((uncle) => Object.values(uncle)),
    ...(block.hasWithdrawals ? [block.withdrawals.map((each) => Object.values(each))] : []),
  ]
  return {
    number,
    hash,
    parentHash,
    totalDifficulty,
    senders,
    blobGasPrice,
    rlp: RLP.encode(items),
    receiptsRlp: RLP.encode(block.receipts.map(closeEnvelope)),
    ...(block.accessList && { accessList: RLP.encode(block.accessList) }),
  }
}

/** Updates the roots in a header, and the hashes of uncles and access list, to match the body. */
export async function resealRoots(block: LooseBlock): Promise<void> {
  const { header, transactions, receipts, uncles, withdrawals } = block
  const uncleItems = uncles.map((uncle) => Object.values(uncle))
  header.sha3Uncles = keccak256(RLP.encode(uncleItems))
  header.transactionsRoot = await root(transactions.map(encodeEnvelope))
  header.receiptsRoot = await root(receipts.map(encodeEnvelope))
  if (header.blockAccessListHash !== undefined && block.accessList !== undefined) {
    header.blockAccessListHash = keccak256(RLP.encode(block.accessList))
  }
  if (header.withdrawalsRoot !== undefined) {
    header.withdrawalsRoot = await root(withdrawals.map((each) => RLP.encode(Object.values(each))))
  }
}

/** Updates the hash of a block to match its header, and the parent hashes of later blocks. */
export function resealHashes(blocks: readonly LooseBlock[], from: number): void {
  for (const [index, block] of blocks.entries()) {
    if (index < from) continue
    if (index > from) {
      block.parentHash = blocks[index - 1]?.hash ?? '0x'
      block.header.parentHash = fromHex(block.parentHash)
    }
    block.hash = toHex(keccak256(RLP.encode(Object.values(block.header))))
  }
}

/**
 * Signs a transaction again.
 *
 * @param privateKey DATA, 32 bytes
 * @param chainId of a legacy transaction; undefined for one without EIP-155
 */
export function resign(transaction: Envelope, privateKey: Hex, chainId?: number): void {
  const { type, fields } = transaction
  const signed = Object.values(fields).slice(0, -3)
  if (type === 0 && chainId !== undefined) {
    signed.push(uint(chainId), new Uint8Array(0), new Uint8Array(0))
  }
  const prefix = type === 0 ? [] : [type]
  const digest = keccak256(Buffer.concat([Uint8Array.from(prefix), RLP.encode(signed)]))
  const { r, s, yParity } = sign(digest, fromHex(privateKey))
  const base = chainId === undefined ? 27 : 35 + 2 * chainId
  fields.v = uint(type === 0 ? base + yParity : yParity)
  fields.r = uint(toBigInt(r))
  fields.s = uint(toBigInt(s))
}

function withNames(names: readonly string[], items: readonly Item[]): Fields {
  return Object.fromEntries(items.map((item, index) => [names[index], item]))
}

function openEnvelope(item: Item, names: readonly string[][]): Envelope {
  const type = item instanceof Uint8Array ? (item[0] as number) : 0
  const fields = item instanceof Uint8Array ? RLP.decode(item.subarray(1)) : item
  return { type, fields: withNames(names[type] ?? [], fields as Item[]) }
}

/** As stored in the trie. */
function encodeEnvelope({ type, fields }: Envelope): Uint8Array {
  const rlp = RLP.encode(Object.values(fields))
  return type === 0 ? rlp : new Uint8Array(Buffer.concat([Uint8Array.of(type), rlp]))
}

/** As in the list of the block. */
function closeEnvelope(envelope: Envelope): Item {
  return envelope.type === 0 ? Object.values(envelope.fields) : encodeEnvelope(envelope)
}

async function root(items: readonly Uint8Array[]): Promise<Uint8Array> {
  const trie = await createMPT()
  for (const [index, item] of items.entries()) await trie.put(RLP.encode(index), item)
  return trie.root()
}
