import { fromHex } from '../../../../primitives/hex.ts'
import { builderExits } from '../../../contracts/system.ts'
import { drawFeeMarket } from '../fees.ts'
import type { TrafficKind } from '../kind.ts'

/** In wei: more than the fee of a request, which depends on how many there were. */
const FEE_MAX = 1_000_000_000n

/** Queues the exit of a builder, which the block has as a request (EIP-8282). */
export const builderExit: TrafficKind = {
  weight: 1,
  since: 'amsterdam',
  needs: [],
  draft: ({ random, signers }) => [
    {
      sender: random.pick(signers),
      fields: {
        type: 2,
        to: fromHex(builderExits.address),
        value: FEE_MAX,
        // the public key of the builder
        data: random.bytes(48),
        gasLimit: 150_000n,
        accessList: [],
        ...drawFeeMarket(random),
      },
    },
  ],
}
