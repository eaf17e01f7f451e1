import { fromHex, toHex } from '../../../../primitives/hex.ts'
import { drawFeeMarket } from '../fees.ts'
import type { TrafficKind } from '../kind.ts'
import { drawRecipient, MILLIETHER } from '../parties.ts'

/**
 * Pays through contracts that exist for one transaction: each payment by CREATE, SELFDESTRUCT and CALL has its log
 * (EIP-7708). The destroyed contract is paid once more, and keeps that (EIP-8246).
 */
export const destroyedPayment: TrafficKind = {
  weight: 2,
  since: 'amsterdam',
  needs: [],
  draft: ({ random, signers, amount }) => [
    {
      sender: random.pick(signers),
      fields: {
        type: 2,
        to: undefined,
        value: 2n * BigInt(amount) * MILLIETHER,
        data: creationCode(drawRecipient(random, signers)),
        gasLimit: 200_000n,
        accessList: [],
        ...drawFeeMarket(random),
      },
    },
  ],
}

/** Creates a contract with half of the value, which gives it to the recipient, and then pays it the other half. */
function creationCode(recipient: Uint8Array): Uint8Array {
  // PUSH20 recipient, SELFDESTRUCT
  const child = `73${toHex(recipient).slice(2)}ff`
  // PUSH22 child, PUSH1 0, MSTORE, then CREATE(CALLVALUE / 2, 10, 22)
  const create = `75${child}6000526016600a60023404f0`
  // CALL(GAS, child, SELFBALANCE, 0, 0, 0, 0), STOP
  const pay = '5f5f5f5f47855af100'
  return fromHex(`0x${create}${pay}`)
}
