import { MerklePatriciaTrie } from '@ethereumjs/mpt'
import {
  getContractAddress,
  type Hex,
  keccak256,
  numberToHex,
  recoverAddress,
  size,
  toBytes,
  toHex,
  toRlp,
} from 'viem'

/**
 * Recomputes the derived fields of a block from the served JSON alone. It uses none of our code, but viem's encoding
 * and hashing and the stock trie.
 */

type Json = Record<string, unknown>
type Rlp = Hex | readonly Rlp[]

export interface ServedBlock extends Json {
  readonly hash: Hex
  readonly size: Hex
  readonly transactions: readonly Json[]
  readonly uncles: readonly Hex[]
}

/** The served data of a block of preset `pow`, in the dialect `infura`. */
export interface Served {
  readonly block: ServedBlock
  readonly receipts: readonly Json[]
  readonly uncles: readonly Json[]
}

/**
 * One line for each derived field that is wrong.
 *
 * @param parentTotalDifficulty 0 for the parent of genesis
 */
export async function recheck(
  { block, receipts, uncles }: Served,
  parentTotalDifficulty: bigint,
): Promise<string[]> {
  const problems: string[] = []
  const expect = (claim: string, served: unknown, computed: unknown) => {
    if (served !== computed) problems.push(`${claim} is ${served}, computed ${computed}`)
  }

  const expectPlace = (what: string, served: Json, index: number) => {
    expect(`${what}: blockHash`, served.blockHash, block.hash)
    expect(`${what}: blockNumber`, served.blockNumber, block.number)
    expect(`${what}: transactionIndex`, served.transactionIndex, numberToHex(index))
  }

  const header = headerItems(block)
  expect('hash', block.hash, keccak256(toRlp(header as never)))
  expect('number of receipts', receipts.length, block.transactions.length)
  const totalDifficulty = parentTotalDifficulty + BigInt(block.difficulty as Hex)
  expect('totalDifficulty', block.totalDifficulty, numberToHex(totalDifficulty))

  const transactions = block.transactions.map(encodeTransaction)
  expect('transactionsRoot', block.transactionsRoot, await listRoot(transactions))
  for (const [index, transaction] of block.transactions.entries()) {
    const encoded = transactions[index] as Hex
    expect(`transaction ${index}: hash`, transaction.hash, keccak256(encoded))
    expect(`transaction ${index}: from`, transaction.from, await sender(transaction))
    expectPlace(`transaction ${index}`, transaction, index)
    expect(`transaction ${index}: gasPrice`, transaction.gasPrice, gasPrice(transaction, block))
    const parity = isLegacy(transaction) ? undefined : transaction.v
    expect(`transaction ${index}: yParity`, transaction.yParity, parity)
  }

  expect('receiptsRoot', block.receiptsRoot, await listRoot(receipts.map(encodeReceipt)))
  let gasUsed = 0n
  let logIndex = 0
  const blockBloom = new Uint8Array(256)
  for (const [index, receipt] of receipts.entries()) {
    gasUsed += BigInt(receipt.gasUsed as Hex)
    const logs = receipt.logs as Json[]
    const logsBloom = bloomOf(logs)
    for (const [at, byte] of logsBloom.entries()) blockBloom[at] = (blockBloom[at] ?? 0) | byte
    expect(`receipt ${index}: cumulative gas`, BigInt(receipt.cumulativeGasUsed as Hex), gasUsed)
    expect(`receipt ${index}: logsBloom`, receipt.logsBloom, toHex(logsBloom))
    const transaction = block.transactions[index] as Json
    expectPlace(`receipt ${index}`, receipt, index)
    expect(`receipt ${index}: transactionHash`, receipt.transactionHash, transaction.hash)
    expect(`receipt ${index}: type`, receipt.type, transaction.type)
    expect(`receipt ${index}: from`, receipt.from, transaction.from)
    expect(`receipt ${index}: to`, receipt.to, transaction.to)
    expect(`receipt ${index}: contract`, receipt.contractAddress, created(transaction))
    const price = gasPrice(transaction, block)
    expect(`receipt ${index}: effectiveGasPrice`, receipt.effectiveGasPrice, price)
    for (const log of logs) {
      expectPlace(`receipt ${index}: log`, log, index)
      expect(`receipt ${index}: logIndex`, log.logIndex, numberToHex(logIndex++))
      expect(`receipt ${index}: log's hash`, log.transactionHash, receipt.transactionHash)
      expect(`receipt ${index}: log's removed`, log.removed, false)
    }
  }
  expect('gasUsed', BigInt(block.gasUsed as Hex), gasUsed)
  expect('logsBloom', block.logsBloom, toHex(blockBloom))

  const uncleHeaders = uncles.map(headerItems)
  expect('sha3Uncles', block.sha3Uncles, keccak256(toRlp(uncleHeaders as never)))
  for (const [index, uncle] of uncles.entries()) {
    const items = uncleHeaders[index] as Rlp
    expect(`uncle ${index}: hash`, uncle.hash, keccak256(toRlp(items as never)))
    expect(`uncle ${index}: listed hash`, block.uncles[index], uncle.hash)
    expect(`uncle ${index}: totalDifficulty`, uncle.totalDifficulty, null)
    expect(`uncle ${index}: uncles`, JSON.stringify(uncle.uncles), '[]')
    expect(`uncle ${index}: size`, uncle.size, numberToHex(size(toRlp([items, [], []] as never))))
  }
  const body = block.transactions.map((transaction, index) =>
    isLegacy(transaction) ? legacyItems(transaction) : (transactions[index] as Hex),
  )
  const rlp = toRlp([header, body, uncleHeaders] as never)
  expect('size', block.size, numberToHex(size(rlp)))
  return problems
}

const headerFields = [
  'parentHash',
  'sha3Uncles',
  'miner',
  'stateRoot',
  'transactionsRoot',
  'receiptsRoot',
  'logsBloom',
] as const

function headerItems(header: Json): Rlp {
  return [
    ...headerFields.map((field) => header[field] as Hex),
    ...['difficulty', 'number', 'gasLimit', 'gasUsed', 'timestamp'].map((field) =>
      integer(header[field]),
    ),
    header.extraData as Hex,
    header.mixHash as Hex,
    header.nonce as Hex,
    integer(header.baseFeePerGas),
  ]
}

/** A QUANTITY as RLP encodes integers: without leading zero bytes, zero as empty. */
function integer(quantity: unknown): Hex {
  const value = BigInt(quantity as string)
  if (value === 0n) return '0x'
  const digits = value.toString(16)
  return `0x${digits.length % 2 === 0 ? digits : `0${digits}`}`
}

/** In wei per gas: what the sender pays (EIP-1559). */
function gasPrice({ type, ...fees }: Json, { baseFeePerGas }: Json): Hex {
  if (type !== '0x2') return fees.gasPrice as Hex
  const most = BigInt(fees.maxFeePerGas as Hex)
  const wanted = BigInt(baseFeePerGas as Hex) + BigInt(fees.maxPriorityFeePerGas as Hex)
  return numberToHex(wanted < most ? wanted : most)
}

/** The address of the contract that a transaction creates; null if it creates none. */
function created({ from, to, nonce }: Json): Hex | null {
  if (to !== null) return null
  const address = getContractAddress({ from: from as Hex, nonce: BigInt(nonce as Hex) })
  return address.toLowerCase() as Hex
}

const isLegacy = ({ type }: Json) => type === '0x0'

function legacyItems(transaction: Json): Rlp[] {
  return [...unsignedLegacyItems(transaction), ...signatureItems(transaction)]
}

function unsignedLegacyItems({ nonce, gasPrice, gas, to, value, input }: Json): Rlp[] {
  return [
    integer(nonce),
    integer(gasPrice),
    integer(gas),
    (to ?? '0x') as Hex,
    integer(value),
    input as Hex,
  ]
}

function unsignedTypedItems(transaction: Json): Rlp[] {
  const { chainId, nonce, gas, to, value, input, accessList, type } = transaction
  const fees =
    type === '0x1'
      ? [integer(transaction.gasPrice)]
      : [integer(transaction.maxPriorityFeePerGas), integer(transaction.maxFeePerGas)]
  const list = (accessList as { address: Hex; storageKeys: Hex[] }[]).map(
    ({ address, storageKeys }) => [address, storageKeys] as const,
  )
  return [
    // The infura dialect omits the chain id of a type 1 transaction.
    integer(chainId ?? '0x539'),
    integer(nonce),
    ...fees,
    integer(gas),
    (to ?? '0x') as Hex,
    integer(value),
    input as Hex,
    list,
  ]
}

function signatureItems({ v, r, s }: Json): Rlp[] {
  return [integer(v), integer(r), integer(s)]
}

function typed(type: unknown, items: Rlp[]): Hex {
  return `0x0${Number(type)}${toRlp(items as never).slice(2)}`
}

function encodeTransaction(transaction: Json): Hex {
  return isLegacy(transaction)
    ? toRlp(legacyItems(transaction) as never)
    : typed(transaction.type, [...unsignedTypedItems(transaction), ...signatureItems(transaction)])
}

async function sender(transaction: Json): Promise<Hex> {
  const v = BigInt(transaction.v as Hex)
  let preimage: Hex
  let yParity: bigint
  if (!isLegacy(transaction)) {
    preimage = typed(transaction.type, unsignedTypedItems(transaction))
    yParity = v
  } else if (v >= 35n) {
    const chainId = numberToHex((v - 35n) / 2n)
    const items = [...unsignedLegacyItems(transaction), integer(chainId), '0x', '0x']
    preimage = toRlp(items as never)
    yParity = (v - 35n) % 2n
  } else {
    preimage = toRlp(unsignedLegacyItems(transaction) as never)
    yParity = v - 27n
  }
  const signature = {
    r: numberToHex(BigInt(transaction.r as Hex), { size: 32 }),
    s: numberToHex(BigInt(transaction.s as Hex), { size: 32 }),
    yParity: Number(yParity),
  }
  return (await recoverAddress({ hash: keccak256(preimage), signature })).toLowerCase() as Hex
}

function encodeReceipt(receipt: Json): Hex {
  const logs = (receipt.logs as { address: Hex; topics: Hex[]; data: Hex }[]).map(
    ({ address, topics, data }) => [address, topics, data],
  )
  const items = [
    integer(receipt.status),
    integer(receipt.cumulativeGasUsed),
    receipt.logsBloom as Hex,
    logs,
  ] as Rlp[]
  return isLegacy(receipt) ? toRlp(items as never) : typed(receipt.type, items)
}

/** Three bits of 2048 for each address and topic (Yellow Paper 4.3.1). */
function bloomOf(logs: readonly Json[]): Uint8Array {
  const bloom = new Uint8Array(256)
  for (const { address, topics } of logs) {
    for (const entry of [address, ...(topics as Hex[])]) {
      const hash = toBytes(keccak256(entry as Hex))
      for (const pair of [0, 2, 4]) {
        const bit = (((hash[pair] as number) << 8) | (hash[pair + 1] as number)) & 2047
        const at = 255 - (bit >> 3)
        bloom[at] = (bloom[at] as number) | (1 << (bit & 7))
      }
    }
  }
  return bloom
}

async function listRoot(items: readonly Hex[]): Promise<Hex> {
  const trie = new MerklePatriciaTrie()
  for (const [index, item] of items.entries()) {
    await trie.put(toBytes(toRlp(integer(numberToHex(index)))), toBytes(item))
  }
  return toHex(trie.root())
}
