import { headerOf } from '../chain/encoding/decode/headerOf.ts'
import { forkAt, isAtLeast } from '../chain/protocol/forks.ts'
import type { SendingRules } from '../pool/validateSent.ts'
import type { Endpoint } from './endpoint.ts'

/** In ether: the most that a transaction may pay for gas, as in geth. */
const FEE_CAP_ETHER = 1

/** The rules that a transaction must follow now. Scripts send transactions that are valid on all chains, too (Nick's method). */
export function rulesAt({ head, chain, headerSettings, miner }: Endpoint): SendingRules {
  const { gasLimit, number, timestamp } = headerOf(head)
  const { chainId, forks } = chain.rules
  const fork = forkAt(forks, number, timestamp)
  return {
    chainId,
    fork,
    gasLimit: headerSettings?.gasLimit ?? gasLimit,
    tipMin: miner?.tipMin ?? 0n,
    hasReplayProtection: isAtLeast(fork, 'spuriousDragon'),
    feeCapEther: FEE_CAP_ETHER,
    allowsUnprotected: true,
  }
}
