import { ArgumentError, invalidArgument } from '../../primitives/argumentError.ts'
import { type Hex, toHex } from '../../primitives/hex.ts'
import { boolean, isObject, oneOf, readInput } from '../../primitives/input.ts'
import { keccak256 } from '../../primitives/keccak.ts'
import { isPrivateKey, publicKeyOf } from '../../primitives/secp256k1.ts'
import type { Account, Signer } from '../accounts.ts'
import type { TransactionFees, TypedFields } from '../encoding/block.ts'
import { fieldsByType } from '../encoding/transactionFields.ts'
import type { Authorization, TransactionFields } from '../execution/signTransaction.ts'
import { type ForkName, isAtLeast } from '../protocol/forks.ts'
import { TYPE_FORKS } from '../protocol/transactionTypes.ts'
import { knownFields } from './knownFields.ts'
import {
  notRight,
  requireAccessList,
  requireAddress,
  requireBlobHashes,
  requireCount,
  requireHex,
  requireList,
  requireUint,
} from './requireInput.ts'

/**
 * A transaction to sign and run. Fields that are left out get defaults with which it can run: a tip of 1 gwei, and no
 * more than `maxFeePerGas`; a `maxFeePerGas` of twice the base fee and the tip; a `gasPrice` of twice the base fee, and
 * at least 1 gwei; a `maxFeePerBlobGas` of twice the price of blob gas.
 */
export interface TransactionRequest extends TypedFields<Hex> {
  /** the signer: one of `chain.accounts`, or any other account whose key you have */
  readonly from: Account
  /** DATA, 20 bytes; leave it out to create a contract */
  readonly to?: Hex
  /** in wei. Default 0 */
  readonly value?: bigint
  readonly data?: Hex
  /** in gas. Default: estimated by running the transaction; before Amsterdam 21,000 to send ether to an account without code */
  readonly gas?: bigint
  /** Default: the sender's next nonce */
  readonly nonce?: number
  /** Default: follows from the other fields; if these fit several types, 2, and before London 0 */
  readonly type?: 0 | 1 | 2 | 3 | 4
  /** type 0: whether the signature is bound to the chain (EIP-155). Default: true from Spurious Dragon on */
  readonly replayProtected?: boolean
  /** type 4 (EIP-7702) */
  readonly authorizations?: readonly AuthorizationRequest[]
}

/** Permission for the code of a contract to act for an account. */
export interface AuthorizationRequest {
  /** the account, which signs */
  readonly from: Account
  /** DATA, 20 bytes: the contract */
  readonly address: Hex
  /** Default: the chain's; 0 is valid on every chain, and an authorization with another id is skipped */
  readonly chainId?: number
  /** Default: the account's nonce when the transaction runs; an authorization with another nonce is skipped */
  readonly nonce?: number
}

const requireTransactionFields = knownFields<TransactionRequest>({
  from: true,
  to: true,
  value: true,
  data: true,
  gas: true,
  nonce: true,
  type: true,
  gasPrice: true,
  maxFeePerGas: true,
  maxPriorityFeePerGas: true,
  accessList: true,
  replayProtected: true,
  blobVersionedHashes: true,
  maxFeePerBlobGas: true,
  authorizations: true,
})

const requireAuthorizationFields = knownFields<AuthorizationRequest>({
  from: true,
  address: true,
  chainId: true,
  nonce: true,
})

const GWEI = 1_000_000_000n

type FeeName = keyof TransactionFees | 'maxFeePerBlobGas'

/** What the defaults of a transaction depend on. */
export interface BlockTerms {
  readonly fork: ForkName
  /** in wei per gas */
  readonly baseFeePerGas: bigint
  /** in wei per blob gas */
  readonly blobGasPrice: bigint
  readonly chainId: bigint
  /** the nonce of an account before the transaction */
  nonceOf(address: Uint8Array): bigint
}

/** The fields that not all types have. */
const TYPED_FIELDS = [
  'gasPrice',
  'maxFeePerGas',
  'maxPriorityFeePerGas',
  'accessList',
  'replayProtected',
  'blobVersionedHashes',
  'maxFeePerBlobGas',
  'authorizations',
] as const satisfies readonly (keyof TransactionRequest)[]

function hasField(type: TransactionType, name: (typeof TYPED_FIELDS)[number]): boolean {
  if (name === 'replayProtected') return type === 0
  const fields: readonly string[] = fieldsByType[type]
  return fields.includes(name === 'authorizations' ? 'authorizationList' : name)
}

type TransactionType = 0 | 1 | 2 | 3 | 4

/**
 * Fills in the defaults of a request.
 *
 * @param gas the default gas limit
 * @throws {ArgumentError} if a field is invalid, or does not belong to the transaction's type
 * @internal
 */
export function toFields(
  request: TransactionRequest,
  gas: bigint,
  terms: BlockTerms,
): TransactionFields {
  requireTransactionFields(request, '', 'transaction')
  const { to, value = 0n, data = '0x', accessList = [] } = request
  const call = {
    to: to === undefined ? undefined : requireAddress('to', to),
    value: requireUint('value', value, 256),
    data: requireHex('data', data),
    gasLimit: requireUint('gas', request.gas ?? gas, 64),
  }
  const fee = (name: FeeName, byDefault: bigint) =>
    requireUint(name, request[name] ?? byDefault, 256)
  const gasPrice = fee('gasPrice', max(2n * terms.baseFeePerGas, GWEI))
  const list = requireAccessList(accessList).map(
    ({ address, storageKeys }): [Uint8Array, Uint8Array[]] => [address, storageKeys],
  )
  const type = request.type ?? defaultType(request, terms.fork)
  requireFieldsOfType(request, type, terms.fork)
  if (type === 0) {
    const { replayProtected = isAtLeast(terms.fork, 'spuriousDragon') } = request
    readInput(boolean, replayProtected, 'replayProtected', invalidArgument)
    if (replayProtected && !isAtLeast(terms.fork, 'spuriousDragon')) {
      throw new ArgumentError(`replayProtected: ${terms.fork} does not support EIP-155`)
    }
    return { type, ...call, gasPrice, replayProtected }
  }
  if (type === 1) return { type, ...call, gasPrice, accessList: list }
  const most = fee('maxFeePerGas', GWEI)
  const maxPriorityFeePerGas = fee('maxPriorityFeePerGas', most < GWEI ? most : GWEI)
  const maxFeePerGas = fee('maxFeePerGas', 2n * terms.baseFeePerGas + maxPriorityFeePerGas)
  const feeMarket = { ...call, maxFeePerGas, maxPriorityFeePerGas, accessList: list }
  if (type === 2) return { type, ...feeMarket }
  if (call.to === undefined) {
    throw new ArgumentError(`to: a transaction of type ${type} cannot create a contract`)
  }
  const toCall = { ...feeMarket, to: call.to }
  if (type === 4) return { type, ...toCall, authorizations: toAuthorizations(request, terms) }
  const maxFeePerBlobGas = fee('maxFeePerBlobGas', 2n * terms.blobGasPrice)
  const blobVersionedHashes = requireBlobHashes(request.blobVersionedHashes ?? [])
  return { type, ...toCall, maxFeePerBlobGas, blobVersionedHashes }
}

const transactionType = oneOf(0, 1, 2, 3, 4)

function requireFieldsOfType(request: TransactionRequest, type: unknown, fork: ForkName): void {
  const known = readInput(transactionType, type, 'type', invalidArgument)
  const since = TYPE_FORKS[known]
  if (!isAtLeast(fork, since)) {
    throw new ArgumentError(`type ${known} does not exist under ${fork}: ${since} added it`)
  }
  for (const name of TYPED_FIELDS) {
    if (request[name] !== undefined && !hasField(known, name)) {
      throw new ArgumentError(`${name} does not belong to a transaction of type ${known}`)
    }
  }
}

function defaultType(request: TransactionRequest, fork: ForkName): TransactionType {
  if (request.blobVersionedHashes !== undefined) return 3
  if (request.authorizations !== undefined) return 4
  const hasGasPrice = request.gasPrice !== undefined || request.replayProtected !== undefined
  if (isAtLeast(fork, 'london') && !hasGasPrice) return 2
  return request.accessList === undefined ? 0 : 1
}

/** The transaction itself increments its sender's nonce first, then each valid authorization its account's. */
function toAuthorizations(
  { from, authorizations = [] }: TransactionRequest,
  { chainId, nonceOf }: BlockTerms,
): Authorization[] {
  const nonces = new Map<string, bigint>()
  const sender = toHex(toSigner('from', from).address)
  return requireList('authorizations', authorizations, (authorization, path) => {
    requireAuthorizationFields(authorization, path)
    const { from: account, address, ...chosen } = authorization
    const authority = toSigner(`${path}.from`, account)
    const name = toHex(authority.address)
    const next = nonces.get(name) ?? nonceOf(authority.address) + (name === sender ? 1n : 0n)
    const nonce = BigInt(requireCount(`${path}.nonce`, chosen.nonce ?? Number(next)))
    const onChain = BigInt(requireCount(`${path}.chainId`, chosen.chainId ?? Number(chainId)))
    const isValid = nonce === next && (onChain === 0n || onChain === chainId)
    nonces.set(name, isValid ? next + 1n : next)
    return {
      authority,
      chainId: onChain,
      address: requireAddress(`${path}.address`, address),
      nonce,
    }
  })
}

/**
 * The bytes that are needed to sign for an account.
 *
 * @param path of the account, for errors
 * @throws {ArgumentError} if it is not an account, its key is invalid, or the key belongs to another address
 */
export function toSigner(path: string, account: Account): Signer {
  if (!isObject(account) || account.address === undefined || account.privateKey === undefined) {
    throw notRight(path, account, 'an account with address and privateKey, as in chain.accounts')
  }
  const privateKey = requireHex(`${path}.privateKey`, account.privateKey)
  if (privateKey.length !== 32 || !isPrivateKey(privateKey)) {
    throw new ArgumentError(`${path}.privateKey is not a private key of 32 bytes`)
  }
  const publicKey = publicKeyOf(privateKey)
  const address = keccak256(publicKey).subarray(12)
  const stated = requireAddress(`${path}.address`, account.address)
  if (!Buffer.from(address).equals(stated)) {
    const owner = toHex(address)
    throw new ArgumentError(`${path}.privateKey belongs to ${owner}, not to ${account.address}`)
  }
  return { address, privateKey, publicKey }
}

function max(left: bigint, right: bigint): bigint {
  return left > right ? left : right
}
