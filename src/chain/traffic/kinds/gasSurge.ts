import { fromHex } from '../../../primitives/hex.ts'
import { drawFeeMarket } from '../fees.ts'
import type { TrafficKind } from '../kind.ts'

/** PUSH1 1, PUSH5 0xffffffffff, MSTORE: memory that no gas limit pays for. */
const CREATION_CODE = fromHex('0x600164ffffffffff52')

/** In gas: what a transaction may ask for from Osaka on (EIP-7825). */
const GAS_MAX = 16_777_216n

/** In gas: with less than that left in the block nothing is gained, and the creation would not even begin. */
const GAS_MIN = 200_000n

/**
 * A contract creation that asks for more memory than its gas can buy, and so uses all of it, most of what the
 * block has left. People are careless with gas while it is cheap: this is what makes the base fee rise again.
 * It comes last in a block, where it is in nobody's way.
 */
export const gasSurge: TrafficKind = {
  weight: 1,
  since: 'london',
  needs: [],
  draft: ({ random, signers, gasLeft, placesLeft }) => {
    if (placesLeft > 1 || gasLeft < GAS_MIN) return []
    const room = gasLeft < GAS_MAX ? gasLeft : GAS_MAX
    return [
      {
        sender: random.pick(signers),
        fields: {
          type: 2,
          to: undefined,
          value: 0n,
          data: CREATION_CODE,
          gasLimit: (room * BigInt(random.between(70, 99))) / 100n,
          accessList: [],
          ...drawFeeMarket(random),
        },
      },
    ]
  },
}
