import { type Hex, toHex } from '../../primitives/hex.ts'
import { keccak256 } from '../../primitives/keccak.ts'
import { isPrivateKey, publicKeyOf } from '../../primitives/secp256k1.ts'
import type { Account, Signer } from '../accounts.ts'
import type { AccessListEntry } from '../block.ts'
import { type ForkName, isAtLeast } from '../forks.ts'
import type { TransactionFields } from '../signTransaction.ts'
import { requireAddress, requireHex, requireUint } from './requireInput.ts'

/** A transaction to be signed and run. What is left out is filled in so that it can be. */
export interface TransactionRequest {
  /** who signs: one of `chain.accounts`, or any other account whose key you have */
  readonly from: Account
  /** DATA, 20 bytes; left out, the transaction creates a contract */
  readonly to?: Hex
  /** in wei. Default 0 */
  readonly value?: bigint
  readonly data?: Hex
  /** in gas. Default: 21,000 where there is no data, else what the block has left, but at most 5,000,000 */
  readonly gas?: bigint
  /** Default: the sender's next */
  readonly nonce?: number
  /** Default: 2, and 0 before London */
  readonly type?: 0 | 1 | 2
  /** in wei per gas; types 0 and 1. Default: twice the base fee, and at least 1 gwei */
  readonly gasPrice?: bigint
  /** in wei per gas; type 2. Default: twice the base fee and the tip */
  readonly maxFeePerGas?: bigint
  /** in wei per gas; type 2. Default 1 gwei */
  readonly maxPriorityFeePerGas?: bigint
  /** types 1 and 2 */
  readonly accessList?: readonly AccessListEntry[]
  /** type 0: whether the signature is bound to the chain (EIP-155). Default: where the fork knows it */
  readonly replayProtected?: boolean
}

const GWEI = 1_000_000_000n
const TRANSFER_GAS = 21_000n
const DEFAULT_GAS_MAX = 5_000_000n

/** What the block has to offer to a transaction. */
export interface BlockTerms {
  readonly fork: ForkName
  /** in wei per gas */
  readonly baseFeePerGas: bigint
  /** in gas */
  readonly gasLeft: bigint
}

/**
 * Fills in what the request leaves out.
 *
 * @internal
 */
export function toFields(request: TransactionRequest, terms: BlockTerms): TransactionFields {
  const { to, value = 0n, data = '0x', accessList = [] } = request
  const call = {
    to: to === undefined ? undefined : requireAddress('to', to),
    value: requireUint('value', value, 256),
    data: requireHex('data', data),
    gasLimit: requireUint('gas', request.gas ?? defaultGas(request, terms), 64),
  }
  const fee = (name: 'gasPrice' | 'maxFeePerGas' | 'maxPriorityFeePerGas', byDefault: bigint) =>
    requireUint(name, request[name] ?? byDefault, 256)
  const gasPrice = fee('gasPrice', max(2n * terms.baseFeePerGas, GWEI))
  const list = accessList.map(({ address, storageKeys }): [Uint8Array, Uint8Array[]] => [
    requireAddress('accessList', address),
    storageKeys.map((key) => requireHex('accessList', key)),
  ])
  switch (request.type ?? (isAtLeast(terms.fork, 'london') ? 2 : 0)) {
    case 0: {
      const replayProtected = request.replayProtected ?? isAtLeast(terms.fork, 'spuriousDragon')
      if (replayProtected && !isAtLeast(terms.fork, 'spuriousDragon')) {
        throw new RangeError(`replayProtected: EIP-155 is not known under ${terms.fork}`)
      }
      return { type: 0, ...call, gasPrice, replayProtected }
    }
    case 1:
      return { type: 1, ...call, gasPrice, accessList: list }
    case 2: {
      const maxPriorityFeePerGas = fee('maxPriorityFeePerGas', GWEI)
      const maxFeePerGas = fee('maxFeePerGas', 2n * terms.baseFeePerGas + maxPriorityFeePerGas)
      return { type: 2, ...call, maxFeePerGas, maxPriorityFeePerGas, accessList: list }
    }
    default:
      throw new RangeError(`type ${String(request.type)} is not 0, 1 or 2: sign it, and use addRaw`)
  }
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

function defaultGas({ to, data = '0x' }: TransactionRequest, { gasLeft }: BlockTerms): bigint {
  if (to !== undefined && data === '0x') return TRANSFER_GAS
  return gasLeft < DEFAULT_GAS_MAX ? gasLeft : DEFAULT_GAS_MAX
}

function max(left: bigint, right: bigint): bigint {
  return left > right ? left : right
}
