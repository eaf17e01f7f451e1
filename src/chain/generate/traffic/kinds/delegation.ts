import { drawFeeMarket } from '../fees.ts'
import type { DraftAuthorization, TrafficKind } from '../kind.ts'
import { drawRecipient, MILLIETHER, NO_DATA } from '../parties.ts'

/**
 * A type 4 transaction with three authorizations (EIP-7702): one is valid, one is skipped because its nonce is not the
 * account's next, and one because it is for another chain. The transaction succeeds all the same.
 */
export const delegation: TrafficKind = {
  weight: 1,
  since: 'prague',
  needs: ['delegate'],
  draft: ({ random, chainId, signers, contracts, amount }) => {
    const address = random.pick(contracts.delegate).address
    const authorize = (validOn: number, nonceAhead: number): DraftAuthorization => ({
      authority: random.pick(signers),
      chainId: BigInt(validOn),
      address,
      nonceAhead: BigInt(nonceAhead),
    })
    return [
      {
        sender: random.pick(signers),
        fields: {
          type: 4,
          to: drawRecipient(random, signers),
          value: BigInt(amount) * MILLIETHER,
          data: NO_DATA,
          gasLimit: 100_000n,
          accessList: [],
          ...drawFeeMarket(random),
          authorizations: [
            authorize(chainId, 0),
            authorize(chainId, random.between(1, 100)),
            authorize(chainId + random.between(1, 1000), 0),
          ],
        },
      },
    ]
  },
}
