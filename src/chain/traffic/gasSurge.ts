import { fromHex } from '../../primitives/hex.ts'
import { drawFeeMarket } from './fees.ts'
import type { TrafficKind } from './kind.ts'

/** PUSH1 1, PUSH5 0xffffffffff, MSTORE: memory that no gas limit pays for. */
const CREATION_CODE = fromHex('0x600164ffffffffff52')

/**
 * A contract creation that asks for more memory than its gas can buy, and so uses all of it, most of what the
 * block has left. People are careless with gas while it is cheap: this is what makes the base fee rise again.
 *
 * It is not in the registry, since it comes with the price of gas and not by weight.
 *
 * @param gasLeft in gas: what the block has room for
 */
export function gasSurge(gasLeft: bigint): TrafficKind {
  return {
    name: 'gas-surge',
    weight: 0,
    since: 'london',
    needsToken: false,
    draft: ({ random, signers }) => ({
      sender: random.pick(signers),
      fields: {
        type: 2,
        to: undefined,
        value: 0n,
        data: CREATION_CODE,
        gasLimit: (gasLeft * BigInt(random.between(70, 99))) / 100n,
        accessList: [],
        ...drawFeeMarket(random),
      },
    }),
  }
}
