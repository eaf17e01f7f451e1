import { RLP } from '@ethereumjs/rlp'
import { type Hex, toBigInt, toHex, toMinimalBytes, toNumber } from '../primitives/hex.ts'
import { keccak256 } from '../primitives/keccak.ts'
import { encodeRlp } from '../primitives/rlp.ts'
import type {
  AccessListEntry,
  Block,
  Header,
  Log,
  Receipt,
  SealedBlock,
  Transaction,
  Uncle,
} from './block.ts'

/** What `RLP.decode` gives: bytes, or a list of such. */
type Item = Uint8Array | Item[]
type Bytes = Uint8Array

/** Reads all of a block from the bytes that the chain keeps. */
export function decodeBlock(sealed: SealedBlock): Block {
  const [header, transactions, uncles] = RLP.decode(sealed.rlp) as [Bytes[], Item[], Bytes[][]]
  const decodedHeader = decodeHeader(header)
  const decodedTransactions = transactions.map((item, index) =>
    decodeTransaction(item, toHex(sealed.senders.subarray(20 * index, 20 * index + 20))),
  )
  return {
    hash: sealed.hash,
    header: decodedHeader,
    totalDifficulty: sealed.totalDifficulty,
    size: sealed.rlp.length,
    transactions: decodedTransactions,
    receipts: decodeReceipts(
      sealed.receiptsRlp,
      decodedTransactions,
      decodedHeader.baseFeePerGas ?? 0n,
    ),
    uncles: uncles.map(decodeUncle),
  }
}

/** Reads a header's fields in their consensus order. */
function decodeHeader(fields: readonly Bytes[]): Header {
  const [parentHash, sha3Uncles, miner, stateRoot, transactionsRoot, receiptsRoot, logsBloom] =
    fields as [Bytes, Bytes, Bytes, Bytes, Bytes, Bytes, Bytes]
  const [difficulty, number, gasLimit, gasUsed, timestamp, extraData, mixHash, nonce] =
    fields.slice(7) as [Bytes, Bytes, Bytes, Bytes, Bytes, Bytes, Bytes, Bytes]
  const [baseFee, withdrawalsRoot, blobGasUsed, excessBlobGas, beaconRoot, requestsHash] =
    fields.slice(15)
  return {
    parentHash: toHex(parentHash),
    sha3Uncles: toHex(sha3Uncles),
    miner: toHex(miner),
    stateRoot: toHex(stateRoot),
    transactionsRoot: toHex(transactionsRoot),
    receiptsRoot: toHex(receiptsRoot),
    logsBloom: toHex(logsBloom),
    difficulty: toBigInt(difficulty),
    number: toNumber(number),
    gasLimit: toBigInt(gasLimit),
    gasUsed: toBigInt(gasUsed),
    timestamp: toNumber(timestamp),
    extraData: toHex(extraData),
    mixHash: toHex(mixHash),
    nonce: toHex(nonce),
    ...(baseFee && { baseFeePerGas: toBigInt(baseFee) }),
    ...(withdrawalsRoot && { withdrawalsRoot: toHex(withdrawalsRoot) }),
    ...(blobGasUsed && { blobGasUsed: toBigInt(blobGasUsed) }),
    ...(excessBlobGas && { excessBlobGas: toBigInt(excessBlobGas) }),
    ...(beaconRoot && { parentBeaconBlockRoot: toHex(beaconRoot) }),
    ...(requestsHash && { requestsHash: toHex(requestsHash) }),
  }
}

function decodeUncle(fields: Bytes[]): Uncle {
  return {
    hash: toHex(keccak256(encodeRlp(fields))),
    header: decodeHeader(fields),
    size: encodeRlp([fields, [], []]).length,
  }
}

/** A legacy transaction is an RLP list; a typed one a byte string that begins with its type (EIP-2718). */
function decodeTransaction(item: Item, from: Hex): Transaction {
  if (!(item instanceof Uint8Array)) return decodeLegacy(item as Bytes[], from)
  const hash = toHex(keccak256(item))
  const type = item[0]
  const fields = RLP.decode(item.subarray(1)) as Item[]
  switch (type) {
    case 1:
      return { hash, type, from, ...decodeAccessListFields(fields) }
    case 2:
      return { hash, type, from, ...decodeFeeMarketFields(fields) }
    default:
      throw new RangeError(`transaction ${hash} has type ${type}, which this version cannot read`)
  }
}

function decodeLegacy(fields: Bytes[], from: Hex): Transaction {
  const [nonce, gasPrice, gas, to, value, input, v, r, s] = fields as [
    Bytes,
    Bytes,
    Bytes,
    Bytes,
    Bytes,
    Bytes,
    Bytes,
    Bytes,
    Bytes,
  ]
  const signatureV = toBigInt(v)
  return {
    hash: toHex(keccak256(encodeRlp(fields))),
    type: 0,
    from,
    to: decodeRecipient(to),
    nonce: toNumber(nonce),
    gas: toBigInt(gas),
    value: toBigInt(value),
    input: toHex(input),
    gasPrice: toBigInt(gasPrice),
    // EIP-155: v = 35 + 2 × chain id + parity
    ...(signatureV >= 35n && { chainId: (signatureV - 35n) / 2n }),
    v: signatureV,
    r: toBigInt(r),
    s: toBigInt(s),
  }
}

function decodeAccessListFields(fields: Item[]): Omit<Transaction, 'hash' | 'type' | 'from'> {
  const [chainId, nonce, gasPrice, gas, to, value, input, accessList, v, r, s] = fields as [
    Bytes,
    Bytes,
    Bytes,
    Bytes,
    Bytes,
    Bytes,
    Bytes,
    [Bytes, Bytes[]][],
    Bytes,
    Bytes,
    Bytes,
  ]
  return {
    to: decodeRecipient(to),
    nonce: toNumber(nonce),
    gas: toBigInt(gas),
    value: toBigInt(value),
    input: toHex(input),
    gasPrice: toBigInt(gasPrice),
    chainId: toBigInt(chainId),
    accessList: accessList.map(decodeAccessListEntry),
    v: toBigInt(v),
    r: toBigInt(r),
    s: toBigInt(s),
  }
}

function decodeFeeMarketFields(fields: Item[]): Omit<Transaction, 'hash' | 'type' | 'from'> {
  const [chainId, nonce, maxPriorityFee, maxFee, gas, to, value, input, accessList, v, r, s] =
    fields as [
      Bytes,
      Bytes,
      Bytes,
      Bytes,
      Bytes,
      Bytes,
      Bytes,
      Bytes,
      [Bytes, Bytes[]][],
      Bytes,
      Bytes,
      Bytes,
    ]
  return {
    to: decodeRecipient(to),
    nonce: toNumber(nonce),
    gas: toBigInt(gas),
    value: toBigInt(value),
    input: toHex(input),
    maxFeePerGas: toBigInt(maxFee),
    maxPriorityFeePerGas: toBigInt(maxPriorityFee),
    chainId: toBigInt(chainId),
    accessList: accessList.map(decodeAccessListEntry),
    v: toBigInt(v),
    r: toBigInt(r),
    s: toBigInt(s),
  }
}

function decodeRecipient(to: Bytes): Hex | null {
  return to.length === 0 ? null : toHex(to)
}

function decodeAccessListEntry([address, storageKeys]: [Bytes, Bytes[]]): AccessListEntry {
  return { address: toHex(address), storageKeys: storageKeys.map(toHex) }
}

function decodeReceipts(
  receiptsRlp: Bytes,
  transactions: readonly Transaction[],
  baseFeePerGas: bigint,
): Receipt[] {
  let gasBefore = 0n
  let logIndex = 0
  return (RLP.decode(receiptsRlp) as Item[]).map((item, index) => {
    const transaction = transactions[index] as Transaction
    const fields = item instanceof Uint8Array ? RLP.decode(item.subarray(1)) : item
    const [outcome, cumulativeGas, bloom, logs] = fields as [
      Bytes,
      Bytes,
      Bytes,
      [Bytes, Bytes[], Bytes][],
    ]
    const cumulativeGasUsed = toBigInt(cumulativeGas)
    const gasUsed = cumulativeGasUsed - gasBefore
    gasBefore = cumulativeGasUsed
    return {
      // EIP-658 put the status where the state root was; a root is 32 bytes, a status one or none
      ...(outcome.length === 32 ? { root: toHex(outcome) } : { status: toNumber(outcome) }),
      gasUsed,
      cumulativeGasUsed,
      effectiveGasPrice: effectiveGasPrice(transaction, baseFeePerGas),
      contractAddress:
        transaction.to === null ? contractAddress(transaction.from, transaction.nonce) : null,
      logsBloom: toHex(bloom),
      logs: logs.map(
        ([address, topics, data]): Log => ({
          address: toHex(address),
          topics: topics.map(toHex),
          data: toHex(data),
          logIndex: logIndex++,
        }),
      ),
    }
  })
}

/** What a gas of this transaction costs in a block with this base fee, in wei (EIP-1559). */
export function effectiveGasPrice(
  { gasPrice, maxFeePerGas = 0n, maxPriorityFeePerGas = 0n }: Transaction,
  baseFeePerGas: bigint,
): bigint {
  if (gasPrice !== undefined) return gasPrice
  const wanted = baseFeePerGas + maxPriorityFeePerGas
  return wanted < maxFeePerGas ? wanted : maxFeePerGas
}

/** Where a contract lands that `from` creates with this nonce: the last 20 bytes of keccak(rlp([from, nonce])). */
function contractAddress(from: Hex, nonce: number): Hex {
  const preimage = encodeRlp([Buffer.from(from.slice(2), 'hex'), toMinimalBytes(nonce)])
  return toHex(keccak256(preimage).subarray(12))
}
