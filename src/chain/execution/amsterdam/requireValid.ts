import { toHex } from '../../../primitives/hex.ts'
import { GAS_PER_BLOB } from '../../protocol/blobGas.ts'
import { GAS_LIMIT_CAP, TOTAL_GAS_LIMIT_CAP } from '../../protocol/transactionGas.ts'
import { delegationOf } from '../../state/delegation.ts'
import type { WorldState } from '../../state/worldState.ts'
import type { TransactionMessage } from '../transactionMessage.ts'

const NONCE_MAX = 2n ** 64n - 1n

/** The protocol does not allow a transaction in a block. */
export class RefusedTransactionError extends RangeError {}

/** What a transaction must pay. */
interface Prices {
  /** in gas */
  readonly intrinsic: bigint
  /** in gas */
  readonly floor: bigint
  /** in wei per gas */
  readonly baseFee: bigint
  /** in wei per blob gas */
  readonly blobBaseFee: bigint
  readonly skipBalance: boolean
  /** in bytes: the longest init code */
  readonly initCodeMax: number
}

/** @throws {RefusedTransactionError} if the protocol does not allow a transaction in a block of Amsterdam, whatever gas that has left */
export function requireValid(world: WorldState, message: TransactionMessage, prices: Prices): void {
  const problem =
    senderProblem(world, message, prices) ??
    gasProblem(message, prices) ??
    feeProblem(message, prices) ??
    codeProblem(message, prices)
  if (problem !== undefined) throw new RefusedTransactionError(problem)
}

function senderProblem(
  world: WorldState,
  message: TransactionMessage,
  { skipBalance }: Prices,
): string | undefined {
  const { from, gasLimit, gasFeeCap, value, blobHashes, blobGasFeeCap = 0n } = message
  const { nonce, balance } = world.account(from) ?? { nonce: 0n, balance: 0n }
  if (message.nonce !== nonce) {
    return `nonce ${message.nonce} of ${toHex(from)} does not follow: the next is ${nonce}`
  }
  if (nonce === NONCE_MAX) return `nonce ${nonce} of ${toHex(from)} is the highest`
  const code = world.code(from)
  if (code.length > 0 && delegationOf(code) === undefined) {
    return `sender ${toHex(from)} is a contract (EIP-3607)`
  }
  const blobGas = GAS_PER_BLOB * BigInt(blobHashes?.length ?? 0)
  const cost = value + gasLimit * gasFeeCap + blobGas * blobGasFeeCap
  if (skipBalance || balance >= cost) return undefined
  return `${toHex(from)} has ${balance} wei, and the transaction may cost ${cost}`
}

function gasProblem(
  { gasLimit }: TransactionMessage,
  { intrinsic, floor }: Prices,
): string | undefined {
  const least = intrinsic > floor ? intrinsic : floor
  if (gasLimit > TOTAL_GAS_LIMIT_CAP) return `gas ${gasLimit} is above ${TOTAL_GAS_LIMIT_CAP}`
  if (gasLimit < least) return `gas ${gasLimit} is below the ${least} that the transaction costs`
  if (least > GAS_LIMIT_CAP) return `its ${least} gas before execution are above ${GAS_LIMIT_CAP}`
  return undefined
}

function feeProblem(
  { gasFeeCap, gasTipCap, blobHashes, blobGasFeeCap = 0n }: TransactionMessage,
  { baseFee, blobBaseFee }: Prices,
): string | undefined {
  if (gasFeeCap < gasTipCap) return `the tip of ${gasTipCap} is above the fee cap of ${gasFeeCap}`
  if (gasFeeCap < baseFee) return `${gasFeeCap} wei per gas are below the base fee of ${baseFee}`
  if (blobHashes === undefined || blobGasFeeCap >= blobBaseFee) return undefined
  return `${blobGasFeeCap} wei per blob gas are below the price of ${blobBaseFee}`
}

function codeProblem(
  { to, data }: TransactionMessage,
  { initCodeMax: max }: Prices,
): string | undefined {
  if (to !== undefined || data.length <= max) return undefined
  return `its ${data.length} bytes of init code are above ${max}`
}
