import type { Random } from '../../../primitives/random.ts'
import type { FeeMarketFields, LegacyFields } from '../../execution/signTransaction.ts'
import { type ForkName, isAtLeast } from '../../protocol/forks.ts'

const GWEI = 1_000_000_000n

/**
 * What a sender offers is drawn without a look at the block's base fee, as wallets that sign in advance do it.
 * A transaction whose offer the base fee has overtaken does not get in, which is how demand falls when gas is dear.
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

/** @returns in wei per blob gas, 1 to 50 gwei */
export function drawMaxFeePerBlobGas(random: Random): bigint {
  return BigInt(random.between(1, 50)) * GWEI
}

/** The type of transaction that a wallet makes under a fork, with the fees it offers. */
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
