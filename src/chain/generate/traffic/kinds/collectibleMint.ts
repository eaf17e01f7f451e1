import { addressWord, encodeCall } from '../../../contracts/abi.ts'
import { collectibleContract } from '../../../contracts/collectible.ts'
import { drawWalletFees } from '../fees.ts'
import type { TrafficKind } from '../kind.ts'
import { drawRecipient } from '../parties.ts'

/** A new ERC-721 token: one `Transfer` log from the zero address. */
export const collectibleMint: TrafficKind = {
  weight: 4,
  since: 'byzantium',
  needs: ['collectible'],
  draft: ({ random, fork, signers, contracts }) => [
    {
      sender: random.pick(signers),
      fields: {
        to: random.pick(contracts.collectible).address,
        value: 0n,
        data: encodeCall(
          collectibleContract.selectors.mint,
          addressWord(drawRecipient(random, signers)),
          random.bytes(32),
        ),
        gasLimit: 90_000n,
        ...drawWalletFees(random, fork),
      },
    },
  ],
}
