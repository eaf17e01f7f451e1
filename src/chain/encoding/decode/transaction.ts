import { type Hex, toBigInt, toHex, toNumber } from '../../../primitives/hex.ts'
import { keccak256 } from '../../../primitives/keccak.ts'
import { merge } from '../../../primitives/merge.ts'
import { type RlpContent, readRlp } from '../../../primitives/readRlp.ts'
import { encodeRlp } from '../../../primitives/rlp.ts'
import type { AccessListEntry, AuthorizationEntry, Transaction } from '../block.ts'

type Bytes = Uint8Array
type AccessListItems = [address: Bytes, storageKeys: Bytes[]][]
type CallItems = [gas: Bytes, to: Bytes, value: Bytes, input: Bytes]
type SignatureItems = [v: Bytes, r: Bytes, s: Bytes]

/** How types 2, 3 and 4 begin. */
type FeeMarketItems = [
  chainId: Bytes,
  nonce: Bytes,
  maxPriorityFeePerGas: Bytes,
  maxFeePerGas: Bytes,
  ...call: CallItems,
  accessList: AccessListItems,
]
const FEE_MARKET_ITEMS = 9

/** What the fields of a transaction say. */
type Fields = Omit<Transaction, 'hash' | 'type' | 'from'>

/** A legacy transaction is an RLP list; a typed one a byte string that begins with its type (EIP-2718). */
export function decodeTransaction(item: RlpContent, from: Hex): Transaction {
  if (!(item instanceof Uint8Array)) {
    return merge({ hash: toHex(keccak256(encodeRlp(item))), type: 0, from }, decodeLegacy(item))
  }
  const hash = toHex(keccak256(item))
  const type = item[0] as number
  const decodeFields = decodersByType[type]
  if (decodeFields === undefined) {
    throw new RangeError(`transaction ${hash} has type ${type}, which this version cannot read`)
  }
  return merge({ hash, type, from }, decodeFields(readRlp(item.subarray(1)) as RlpContent[]))
}

const decodersByType: Readonly<Record<number, (items: RlpContent[]) => Fields>> = {
  1: decodeAccessListTransaction,
  2: decodeFeeMarket,
  3: decodeBlob,
  4: decodeSetCode,
}

function decodeLegacy(items: RlpContent[]): Fields {
  const [nonce, gasPrice, ...rest] = items as [Bytes, Bytes, ...CallItems, ...SignatureItems]
  const signature = decodeSignature(rest.slice(4) as SignatureItems)
  const price = { nonce: toNumber(nonce), gasPrice: toBigInt(gasPrice) }
  const fields = merge(price, decodeCall(rest.slice(0, 4) as CallItems), signature)
  // EIP-155: v = 35 + 2 × chain id + parity
  return signature.v < 35n ? fields : merge(fields, { chainId: (signature.v - 35n) / 2n })
}

function decodeAccessListTransaction(items: RlpContent[]): Fields {
  const [chainId, nonce, gasPrice] = items as [Bytes, Bytes, Bytes]
  return merge(
    { chainId: toBigInt(chainId), nonce: toNumber(nonce), gasPrice: toBigInt(gasPrice) },
    decodeCall(items.slice(3, 7) as CallItems),
    { accessList: decodeAccessList(items[7] as AccessListItems) },
    decodeSignature(items.slice(8) as SignatureItems),
  )
}

function decodeFeeMarket(items: RlpContent[]): Fields {
  return merge(
    decodeFeeMarketItems(items as FeeMarketItems),
    decodeSignature(items.slice(FEE_MARKET_ITEMS) as SignatureItems),
  )
}

function decodeBlob(items: RlpContent[]): Fields {
  const [maxFeePerBlobGas, versionedHashes, ...signature] = items.slice(FEE_MARKET_ITEMS) as [
    Bytes,
    Bytes[],
    ...SignatureItems,
  ]
  return merge(
    decodeFeeMarketItems(items as FeeMarketItems),
    {
      maxFeePerBlobGas: toBigInt(maxFeePerBlobGas),
      blobVersionedHashes: versionedHashes.map(toHex),
    },
    decodeSignature(signature),
  )
}

function decodeSetCode(items: RlpContent[]): Fields {
  const [authorizations, ...signature] = items.slice(FEE_MARKET_ITEMS) as [
    Bytes[][],
    ...SignatureItems,
  ]
  return merge(
    decodeFeeMarketItems(items as FeeMarketItems),
    { authorizationList: authorizations.map(decodeAuthorization) },
    decodeSignature(signature),
  )
}

function decodeFeeMarketItems(items: FeeMarketItems): Omit<Fields, 'v' | 'r' | 's'> {
  const [chainId, nonce, maxPriorityFeePerGas, maxFeePerGas] = items
  return merge(
    {
      chainId: toBigInt(chainId),
      nonce: toNumber(nonce),
      maxPriorityFeePerGas: toBigInt(maxPriorityFeePerGas),
      maxFeePerGas: toBigInt(maxFeePerGas),
    },
    decodeCall(items.slice(4, 8) as CallItems),
    { accessList: decodeAccessList(items[8]) },
  )
}

function decodeCall([gas, to, value, input]: CallItems): Pick<
  Fields,
  'gas' | 'to' | 'value' | 'input'
> {
  return {
    gas: toBigInt(gas),
    to: to.length === 0 ? null : toHex(to),
    value: toBigInt(value),
    input: toHex(input),
  }
}

function decodeSignature([v, r, s]: SignatureItems): Pick<Fields, 'v' | 'r' | 's'> {
  return { v: toBigInt(v), r: toBigInt(r), s: toBigInt(s) }
}

function decodeAccessList(items: AccessListItems): AccessListEntry[] {
  return items.map(([address, storageKeys]) => ({
    address: toHex(address),
    storageKeys: storageKeys.map(toHex),
  }))
}

function decodeAuthorization(items: Bytes[]): AuthorizationEntry {
  const [chainId, address, nonce, yParity, r, s] = items as [
    Bytes,
    Bytes,
    Bytes,
    Bytes,
    Bytes,
    Bytes,
  ]
  return {
    chainId: toBigInt(chainId),
    address: toHex(address),
    nonce: toNumber(nonce),
    yParity: toNumber(yParity),
    r: toBigInt(r),
    s: toBigInt(s),
  }
}
