import { type Hex, toHex } from '../../primitives/hex.ts'
import { keccak256 } from '../../primitives/keccak.ts'
import { isPrivateKey, publicKeyOf } from '../../primitives/secp256k1.ts'
import type { Account, Signer } from '../accounts.ts'
import type { AccessListEntry } from '../encoding/block.ts'
import type { Authorization, TransactionFields } from '../execution/signTransaction.ts'
import { type ForkName, isAtLeast } from '../protocol/forks.ts'
import { requireAddress, requireCount, requireHex, requireUint } from './requireInput.ts'

/** A transaction to be signed and run. What is left out is filled in so that it can be. */
export interface TransactionRequest {
  /** who signs: one of `chain.accounts`, or any other account whose key you have */
  readonly from: Account
  /** DATA, 20 bytes; left out, the transaction creates a contract */
  readonly to?: Hex
  /** in wei. Default 0 */
  readonly value?: bigint
  readonly data?: Hex
  /** in gas. Default: what it takes, found by running it: 21,000 to send ether to an account without code */
  readonly gas?: bigint
  /** Default: the sender's next */
  readonly nonce?: number
  /** Default: what the other fields belong to; where that leaves a choice 2, and before London 0 */
  readonly type?: 0 | 1 | 2 | 3 | 4
  /** in wei per gas; types 0 and 1. Default: twice the base fee, and at least 1 gwei */
  readonly gasPrice?: bigint
  /** in wei per gas; types 2 to 4. Default: twice the base fee and the tip */
  readonly maxFeePerGas?: bigint
  /** in wei per gas; types 2 to 4. Default 1 gwei, and no more than `maxFeePerGas` */
  readonly maxPriorityFeePerGas?: bigint
  /** types 1 to 4 */
  readonly accessList?: readonly AccessListEntry[]
  /** type 0: whether the signature is bound to the chain (EIP-155). Default: where the fork knows it */
  readonly replayProtected?: boolean
  /** type 3: DATA, 32 bytes each, the first of which is 1 (EIP-4844) */
  readonly blobVersionedHashes?: readonly Hex[]
  /** in wei per blob gas; type 3. Default: twice the price of blob gas */
  readonly maxFeePerBlobGas?: bigint
  /** type 4: in their order (EIP-7702) */
  readonly authorizations?: readonly AuthorizationRequest[]
}

/** Permission for the code of a contract to act for an account. */
export interface AuthorizationRequest {
  /** whose account it is, and who signs */
  readonly from: Account
  /** DATA, 20 bytes: the contract */
  readonly address: Hex
  /** Default: that of the chain; another one is skipped when the transaction is run, and 0 holds on any chain */
  readonly chainId?: number
  /** Default: the account's when the transaction's turn comes; another one is skipped */
  readonly nonce?: number
}

const GWEI = 1_000_000_000n

type FeeName = 'gasPrice' | 'maxFeePerGas' | 'maxPriorityFeePerGas' | 'maxFeePerBlobGas'

/** What the block has to offer to a transaction. */
export interface BlockTerms {
  readonly fork: ForkName
  /** in wei per gas */
  readonly baseFeePerGas: bigint
  /** in wei per blob gas */
  readonly blobGasPrice: bigint
  readonly chainId: bigint
  /** the nonce that an account has before the transaction */
  nonceOf(address: Uint8Array): bigint
}

/** The types to which fields belong that not all have. */
const TYPES_WITH_FIELD = {
  gasPrice: [0, 1],
  maxFeePerGas: [2, 3, 4],
  maxPriorityFeePerGas: [2, 3, 4],
  accessList: [1, 2, 3, 4],
  replayProtected: [0],
  blobVersionedHashes: [3],
  maxFeePerBlobGas: [3],
  authorizations: [4],
} as const satisfies Partial<Record<keyof TransactionRequest, readonly TransactionType[]>>

type TransactionType = 0 | 1 | 2 | 3 | 4

/** The fork that brought each type of transaction. */
const TYPE_FORKS = ['chainstart', 'berlin', 'london', 'cancun', 'prague'] as const

/**
 * Fills in what the request leaves out.
 *
 * @param request with its gas settled
 * @internal
 */
export function toFields(
  request: TransactionRequest & { readonly gas: bigint },
  terms: BlockTerms,
): TransactionFields {
  const { to, value = 0n, data = '0x', accessList = [] } = request
  const call = {
    to: to === undefined ? undefined : requireAddress('to', to),
    value: requireUint('value', value, 256),
    data: requireHex('data', data),
    gasLimit: requireUint('gas', request.gas, 64),
  }
  const fee = (name: FeeName, byDefault: bigint) =>
    requireUint(name, request[name] ?? byDefault, 256)
  const gasPrice = fee('gasPrice', max(2n * terms.baseFeePerGas, GWEI))
  const list = accessList.map(({ address, storageKeys }): [Uint8Array, Uint8Array[]] => [
    requireAddress('accessList', address),
    storageKeys.map((key) => requireHex('accessList', key)),
  ])
  const type = request.type ?? defaultType(request, terms.fork)
  const since = TYPE_FORKS[type]
  if (since === undefined) throw new RangeError(`type ${String(type)} is not 0 to 4`)
  if (!isAtLeast(terms.fork, since)) {
    throw new RangeError(`type ${type} is not known under ${terms.fork}: it came with ${since}`)
  }
  for (const [name, types] of Object.entries(TYPES_WITH_FIELD)) {
    const isGiven = request[name as keyof typeof TYPES_WITH_FIELD] !== undefined
    if (isGiven && !types.some((each) => each === type)) {
      throw new RangeError(`${name} does not belong to a transaction of type ${type}`)
    }
  }
  if (type === 0) {
    const replayProtected = request.replayProtected ?? isAtLeast(terms.fork, 'spuriousDragon')
    if (replayProtected && !isAtLeast(terms.fork, 'spuriousDragon')) {
      throw new RangeError(`replayProtected: EIP-155 is not known under ${terms.fork}`)
    }
    return { type, ...call, gasPrice, replayProtected }
  }
  if (type === 1) return { type, ...call, gasPrice, accessList: list }
  const { maxFeePerGas: most = GWEI } = request
  const maxPriorityFeePerGas = fee('maxPriorityFeePerGas', most < GWEI ? most : GWEI)
  const maxFeePerGas = fee('maxFeePerGas', 2n * terms.baseFeePerGas + maxPriorityFeePerGas)
  const feeMarket = { ...call, maxFeePerGas, maxPriorityFeePerGas, accessList: list }
  if (type === 2) return { type, ...feeMarket }
  if (call.to === undefined) throw new RangeError(`to: type ${type} creates no contract`)
  return type === 3
    ? {
        type,
        ...feeMarket,
        to: call.to,
        maxFeePerBlobGas: fee('maxFeePerBlobGas', 2n * terms.blobGasPrice),
        blobVersionedHashes: (request.blobVersionedHashes ?? []).map((hash) =>
          requireHex('blobVersionedHashes', hash),
        ),
      }
    : {
        type,
        ...feeMarket,
        to: call.to,
        authorizations: toAuthorizations(request, terms),
      }
}

function defaultType(request: TransactionRequest, fork: ForkName): TransactionType {
  if (request.blobVersionedHashes !== undefined) return 3
  if (request.authorizations !== undefined) return 4
  const hasGasPrice = request.gasPrice !== undefined || request.replayProtected !== undefined
  if (isAtLeast(fork, 'london') && !hasGasPrice) return 2
  return request.accessList === undefined ? 0 : 1
}

/** Each valid one counts its account's nonce up, and so does the transaction itself before the first of them. */
function toAuthorizations(
  { from, authorizations = [] }: TransactionRequest,
  { chainId, nonceOf }: BlockTerms,
): Authorization[] {
  const nonces = new Map<string, bigint>()
  const sender = toHex(requireAddress('from.address', from.address))
  return authorizations.map(({ from: account, address, ...chosen }, index) => {
    const authority = toSigner(account)
    const name = toHex(authority.address)
    const next = nonces.get(name) ?? nonceOf(authority.address) + (name === sender ? 1n : 0n)
    const path = `authorizations[${index}]`
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
 * What it takes to sign for an account.
 *
 * @throws {RangeError} where address and key do not belong together
 */
export function toSigner(account: Account): Signer {
  const privateKey = requireHex('from.privateKey', account.privateKey)
  if (privateKey.length !== 32 || !isPrivateKey(privateKey)) {
    throw new RangeError('from.privateKey is not a private key of 32 bytes')
  }
  const publicKey = publicKeyOf(privateKey)
  const address = keccak256(publicKey).subarray(12)
  const wanted = requireAddress('from.address', account.address)
  if (!Buffer.from(address).equals(wanted)) {
    throw new RangeError(`from.privateKey is that of ${toHex(address)}, not of ${account.address}`)
  }
  return { address, privateKey, publicKey }
}

function max(left: bigint, right: bigint): bigint {
  return left > right ? left : right
}
