import { GAS_PER_BLOB } from '../chain/protocol/blobGas.ts'
import { type ForkName, isAtLeast } from '../chain/protocol/forks.ts'
import { floorGas, intrinsicGas } from '../chain/protocol/intrinsicGas.ts'
import type { Rules } from '../chain/protocol/rules.ts'
import { GAS_LIMIT_CAP, gasLimitCap, initCodeMax } from '../chain/protocol/transactionGas.ts'
import { TYPE_FORKS } from '../chain/protocol/transactionTypes.ts'
import { fromHex, type Hex } from '../primitives/hex.ts'
import { type DecodedTransaction, oversizedError, sizeLimitOf } from './decodeSent.ts'
import { toTwoDigits, weiToEther } from './feeInEther.ts'
import { PoolError } from './poolError.ts'
import { authoritiesOf, isReplayProtected, recoverSender, type SigningRules } from './sentSender.ts'
import type { SentTransaction } from './sentTransaction.ts'
import { requireConvertible, requireSidecar, sizeOf } from './validateSidecar.ts'

/** What decides whether a transaction is valid by itself. */
export interface SendingRules extends SigningRules, Pick<Rules, 'codeSizeLimit'> {
  /** of the head, not of the next block: as in geth */
  readonly fork: ForkName
  /** in gas: the limit of the head */
  readonly gasLimit: bigint
  /** whether the gas of a transaction has a limit of its own (EIP-7825) */
  readonly limitsGas: boolean
  /** in wei per gas: what it must offer at least, so that it need not wait for a lower base fee */
  readonly feeMin: bigint
  /** in wei per gas: what it must pay the miner at least (geth, `--txpool.pricelimit`) */
  readonly tipMin: bigint
  /** whether a higher fee cap is enough to replace another transaction; otherwise both fees must be 10% higher */
  readonly replacesByFeeCap: boolean
  /** in ether: the most that a transaction may pay for gas; 0 for no limit (geth, `--rpc.txfeecap`) */
  readonly feeCapEther: number
  /** whether legacy transactions without EIP-155 are accepted (geth, `--rpc.allow-unprotected-txs`) */
  readonly allowsUnprotected: boolean
}

/** The sender of a transaction, in lower case. */
export interface KnownSender {
  /** if nobody has signed it */
  readonly impersonated?: Hex | undefined
  /** what `recoverSender` returns for the same rules */
  readonly recovered?: Hex | undefined
}

const WORD_MAX = 2n ** 256n - 1n
const NONCE_MAX = 2n ** 64n - 1n

/** In bytes: about what the objects of a transaction take beside its own bytes. */
const OVERHEAD = 1024

/** geth's name of the first fork with each type of transaction. */
const FORK_NAMES = ['Frontier', 'Berlin', 'London', 'Cancun', 'Prague'] as const

/**
 * Checks a decoded transaction by itself, in the order and with the messages of geth (internal/ethapi/api.go,
 * core/txpool/validation.go). What the state and other transactions decide is left to the pool, and the proofs of blobs to
 * `verifySidecar`.
 *
 * @param known its sender, if that need not be recovered
 * @throws {PoolError}
 */
export function validateSentTransaction(
  transaction: DecodedTransaction,
  rules: SendingRules,
  { impersonated, recovered }: KnownSender = {},
): SentTransaction {
  requireConvertible(transaction, rules.fork)
  requireModestFee(transaction, rules)
  if (!rules.allowsUnprotected && !isReplayProtected(transaction)) {
    const problem = 'only replay-protected (EIP-155) transactions allowed over RPC'
    throw new PoolError('NOT_REPLAY_PROTECTED', problem)
  }
  requireSize(transaction, rules)
  requireType(transaction, rules)
  requireInitcode(transaction, rules)
  requireGasInLimits(transaction, rules)
  requireFee(transaction, rules)
  requireFeesInOrder(transaction)
  const sender = impersonated ?? recovered ?? recoverSender(transaction, rules)
  requireNonceAndValue(transaction)
  requireEnoughGas(transaction, sender, rules)
  requireTip(transaction, rules)
  if (transaction.type === 3) requireSidecar(transaction, rules.fork)
  const { fields } = transaction
  if (transaction.type === 4 && fields.authorizationList?.length === 0) {
    const problem = 'set code tx must have at least one authorization tuple'
    throw new PoolError('NO_AUTHORIZATIONS', problem)
  }
  const { hash, type, encoded, sidecar } = transaction
  const { feeCap, tipCap } = feesOf(transaction)
  return {
    hash,
    sender,
    type,
    encoded,
    sidecar,
    feeCap,
    tipCap,
    replacesByFeeCap: rules.replacesByFeeCap,
    isImpersonated: impersonated !== undefined,
    nonce: fields.nonce,
    gas: fields.gas,
    blobFeeCap: fields.maxFeePerBlobGas,
    cost: costOf(transaction),
    bytes: encoded.length + OVERHEAD,
    authorities: authoritiesOf(transaction),
  }
}

/** In wei per gas. */
function feesOf({ fields }: DecodedTransaction): { feeCap: bigint; tipCap: bigint } {
  const { gasPrice = 0n, maxFeePerGas = gasPrice, maxPriorityFeePerGas = gasPrice } = fields
  return { feeCap: maxFeePerGas, tipCap: maxPriorityFeePerGas }
}

/** In wei: all that the transaction may take from its sender. */
function costOf(transaction: DecodedTransaction): bigint {
  const { gas, value, maxFeePerBlobGas = 0n, blobVersionedHashes = [] } = transaction.fields
  const blobGas = GAS_PER_BLOB * BigInt(blobVersionedHashes.length)
  return gas * feesOf(transaction).feeCap + blobGas * maxFeePerBlobGas + value
}

function requireModestFee(transaction: DecodedTransaction, { feeCapEther }: SendingRules): void {
  if (feeCapEther === 0) return
  const fee = weiToEther(transaction.fields.gas * feesOf(transaction).feeCap)
  if (fee <= feeCapEther) return
  const problem = `tx fee (${toTwoDigits(fee)} ether) exceeds the configured cap (${feeCapEther.toFixed(2)} ether)`
  throw new PoolError('FEE_CAP_EXCEEDED', problem)
}

function requireSize(transaction: DecodedTransaction, { fork }: SendingRules): void {
  const size = sizeOf(transaction, fork)
  const limit = sizeLimitOf(transaction.type)
  if (size > limit) throw oversizedError(size, limit)
}

function requireType({ type }: DecodedTransaction, { fork }: SendingRules): void {
  // Without access lists, geth does not look for the fork of a later type.
  const known = isAtLeast(fork, 'berlin') ? type : Math.min(type, 1)
  const since = TYPE_FORKS[known]
  if (since === undefined || isAtLeast(fork, since)) return
  const problem = `transaction type not supported: type ${type} rejected, pool not yet in ${FORK_NAMES[known]}`
  throw new PoolError('TYPE_NOT_SUPPORTED', problem)
}

function requireInitcode({ fields }: DecodedTransaction, rules: SendingRules): void {
  const { to, input } = fields
  const max = initCodeMax(rules.fork, rules)
  if (to !== undefined || input.length <= max) return
  const problem = `max initcode size exceeded: code size ${input.length} limit ${max}`
  throw new PoolError('INITCODE_TOO_LARGE', problem)
}

function requireGasInLimits({ fields }: DecodedTransaction, rules: SendingRules): void {
  const { gas } = fields
  const cap = rules.limitsGas ? gasLimitCap(rules.fork) : undefined
  if (cap !== undefined && gas > cap) {
    const problem = `transaction gas limit too high (cap: ${cap}, tx: ${gas})`
    throw new PoolError('GAS_LIMIT_TOO_HIGH', problem)
  }
  if (gas > rules.gasLimit) {
    throw new PoolError('EXCEEDS_BLOCK_GAS_LIMIT', 'exceeds block gas limit')
  }
}

function requireFee(transaction: DecodedTransaction, { feeMin }: SendingRules): void {
  if (feesOf(transaction).feeCap >= feeMin) return
  throw new PoolError('FEE_BELOW_BASE_FEE', 'max fee per gas less than block base fee')
}

function requireFeesInOrder(transaction: DecodedTransaction): void {
  const { feeCap, tipCap } = feesOf(transaction)
  if (feeCap > WORD_MAX) {
    throw new PoolError('FEE_OUT_OF_RANGE', 'max fee per gas higher than 2^256-1')
  }
  if (tipCap > WORD_MAX) {
    throw new PoolError('FEE_OUT_OF_RANGE', 'max priority fee per gas higher than 2^256-1')
  }
  if (tipCap > feeCap) {
    const problem = 'max priority fee per gas higher than max fee per gas'
    throw new PoolError('TIP_ABOVE_FEE_CAP', problem)
  }
}

function requireNonceAndValue({ fields: { nonce, value } }: DecodedTransaction): void {
  if (nonce === NONCE_MAX) throw new PoolError('NONCE_MAX', 'nonce has max value')
  if (value > WORD_MAX) {
    throw new PoolError('INSUFFICIENT_FUNDS', 'insufficient funds for gas * price + value')
  }
}

function requireEnoughGas(
  { fields }: DecodedTransaction,
  sender: Hex,
  { fork }: SendingRules,
): void {
  const { gas } = fields
  const priced = { ...fields, from: fromHex(sender), data: fields.input }
  const intrinsic = intrinsicGas(priced, fork)
  if (gas < intrinsic) {
    const problem = `intrinsic gas too low: gas ${gas}, minimum needed ${intrinsic}`
    throw new PoolError('INTRINSIC_GAS', problem)
  }
  const floor = floorGas(priced, fork)
  if (gas < floor) {
    const problem = `insufficient gas for floor data gas cost: gas ${gas}, minimum needed ${floor}`
    throw new PoolError('FLOOR_DATA_GAS', problem)
  }
  const isTooHigh = intrinsic > GAS_LIMIT_CAP || floor > GAS_LIMIT_CAP
  if (!isAtLeast(fork, 'amsterdam') || !isTooHigh) return
  const problem = `insufficient gas for floor data gas cost: intrinsic cost ${intrinsic}, floor: ${floor}`
  throw new PoolError('FLOOR_DATA_GAS', problem)
}

function requireTip(transaction: DecodedTransaction, { tipMin }: SendingRules): void {
  const { tipCap } = feesOf(transaction)
  if (tipCap >= tipMin) return
  const problem = `transaction gas price below minimum: gas tip cap ${tipCap}, minimum needed ${tipMin}`
  throw new PoolError('TIP_TOO_LOW', problem)
}
