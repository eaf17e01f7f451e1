import { fromHex } from '../../../../primitives/hex.ts'
import { builderDeposits } from '../../../contracts/system.ts'
import { drawFeeMarket } from '../fees.ts'
import type { TrafficKind } from '../kind.ts'

const GWEI = 1_000_000_000n

/** In gwei: the least that a builder may deposit. */
const ETHER_GWEI = 1_000_000_000n

/** In wei: more than the fee of a request, which depends on how many there were. The contract keeps the rest. */
const FEE_MAX = GWEI

/** Queues a deposit of a builder, which the block has as a request (EIP-8282): one to eight ether. */
export const builderDeposit: TrafficKind = {
  weight: 2,
  since: 'amsterdam',
  needs: [],
  draft: ({ random, signers }) => {
    const amount = ETHER_GWEI * BigInt(random.between(1, 8))
    const data = new Uint8Array(184)
    // Public key, withdrawal credentials, amount, signature: the contract checks only the amount.
    data.set(random.bytes(80))
    new DataView(data.buffer).setBigUint64(80, amount)
    data.set(random.bytes(96), 88)
    return [
      {
        sender: random.pick(signers),
        fields: {
          type: 2,
          to: fromHex(builderDeposits.address),
          value: amount * GWEI + FEE_MAX,
          data,
          gasLimit: 250_000n,
          accessList: [],
          ...drawFeeMarket(random),
        },
      },
    ]
  },
}
