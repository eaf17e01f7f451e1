import type { Random } from '../../../primitives/random.ts'
import type { FeeMarketFields, LegacyFields } from '../../execution/signTransaction.ts'
import { type ForkName, isAtLeast } from '../../protocol/forks.ts'

const GWEI = 1_000_000_000n

/**
 * The price does not depend on the block's base fee, as with wallets that sign in advance. A transaction that offers
 * less than the base fee is not included, so that demand falls when gas is expensive.
 *
 * @returns in wei per gas, 20 to 120 gwei
 */
export function drawGasPrice(random: Random): bigint {
  return BigInt(random.between(200, 1200)) * (GWEI / 10n)
}

/** @returns in wei per gas: a cap of 30 to 150 gwei, a tip of 0.1 to 3 gwei */
export function drawFeeMarket(random: Random): {
  maxFeePerGas: bigint
  maxPriorityFeePerGas: bigint
} {
  return {
    maxFeePerGas: BigInt(random.between(30, 150)) * GWEI,
    maxPriorityFeePerGas: BigInt(random.between(1, 30)) * (GWEI / 10n),
  }
}

/**
 * The blobs of a transaction follow from its fees, so they differ by single wei.
 *
 * @returns in wei per blob gas, 1 to 51 gwei
 */
export function drawMaxFeePerBlobGas(random: Random): bigint {
  return BigInt(random.between(1, 50)) * GWEI + BigInt(random.below(Number(GWEI)))
}

/** The transaction type that wallets use under a fork, with its fees. */
export function drawWalletFees(
  random: Random,
  fork: ForkName,
):
  | Pick<LegacyFields, 'type' | 'replayProtected' | 'gasPrice'>
  | Pick<FeeMarketFields, 'type' | 'accessList' | 'maxFeePerGas' | 'maxPriorityFeePerGas'> {
  if (isAtLeast(fork, 'london')) return { type: 2, accessList: [], ...drawFeeMarket(random) }
  return {
    type: 0,
    replayProtected: isAtLeast(fork, 'spuriousDragon'),
    gasPrice: drawGasPrice(random),
  }
}
