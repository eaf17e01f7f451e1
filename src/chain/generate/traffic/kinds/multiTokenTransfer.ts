import { addressWord, bytesArgument, encodeCall, word } from '../../../contracts/abi.ts'
import { multiTokenContract } from '../../../contracts/multiToken.ts'
import { drawWalletFees } from '../fees.ts'
import type { TrafficKind } from '../kind.ts'
import { drawHolder, NO_DATA } from '../parties.ts'
import { MULTI_TOKEN_IDS } from './multiTokenCreation.ts'

/** ERC-1155 `safeTransferFrom`: one `TransferSingle` log. */
export const multiTokenTransfer: TrafficKind = {
  weight: 3,
  since: 'byzantium',
  needs: ['multiToken'],
  draft: ({ random, fork, signers, contracts, amount }) => {
    const sender = drawHolder(random, signers)
    return [
      {
        sender,
        fields: {
          to: random.pick(contracts.multiToken).address,
          value: 0n,
          data: encodeCall(
            multiTokenContract.selectors.safeTransferFrom,
            addressWord(sender.address),
            // A new address: the contract calls a receiver that has code, as delegated accounts do.
            addressWord(random.bytes(20)),
            word(random.pick(MULTI_TOKEN_IDS)),
            word(amount),
            bytesArgument(NO_DATA),
          ),
          gasLimit: 90_000n,
          ...drawWalletFees(random, fork),
        },
      },
    ]
  },
}
