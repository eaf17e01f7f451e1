import { headerOf } from '../chain/encoding/decode/headerOf.ts'
import { HeaderFees } from '../chain/encoding/headerFees.ts'
import { forkAt, isAtLeast } from '../chain/protocol/forks.ts'
import type { SendingRules } from '../pool/validateSent.ts'
import type { DialectRules } from './dialects/dialect.ts'
import type { Endpoint } from './endpoint.ts'

/** In ether: the most that a transaction may pay for gas, as in geth. */
const FEE_CAP_ETHER = 1

/** In wei per gas: geth's default of `--txpool.pricelimit`. */
const TIP_MIN = 1n

/** What a dialect decides about a transaction. */
type SendingPolicy = Pick<
  DialectRules,
  'limitsFees' | 'refusesLowFees' | 'replacesByFeeCap' | 'limitsGas'
>

/** For what tests send, and for what was accepted in some dialect and is sent again: nothing but the protocol counts. */
export const NO_POLICY: SendingPolicy = {
  limitsFees: false,
  refusesLowFees: false,
  replacesByFeeCap: true,
  limitsGas: false,
}

/** The rules that a transaction must follow now. Scripts send transactions that are valid on all chains, too (Nick's method). */
export function rulesAt(
  { head, chain, headerSettings, miner }: Endpoint,
  { limitsFees, refusesLowFees, replacesByFeeCap, limitsGas }: SendingPolicy,
): SendingRules {
  const { gasLimit, number, timestamp } = headerOf(head)
  const { chainId, forks, codeSizeLimit } = chain.rules
  const fork = forkAt(forks, number, timestamp)
  const baseFee = headerSettings?.baseFeePerGas ?? new HeaderFees(head, chain.rules).nextBaseFee
  return {
    chainId,
    fork,
    gasLimit: headerSettings?.gasLimit ?? gasLimit,
    ...(codeSizeLimit !== undefined && { codeSizeLimit }),
    limitsGas,
    replacesByFeeCap,
    tipMin: miner?.tipMin ?? (limitsFees ? TIP_MIN : 0n),
    feeMin: (refusesLowFees && baseFee) || 0n,
    hasReplayProtection: isAtLeast(fork, 'spuriousDragon'),
    feeCapEther: limitsFees ? FEE_CAP_ETHER : 0,
    allowsUnprotected: true,
  }
}
