import { addressWord, encodeCall } from '../../../contracts/abi.ts'
import { collectibleContract } from '../../../contracts/collectible.ts'
import { drawWalletFees } from '../fees.ts'
import type { TrafficKind } from '../kind.ts'
import { drawRecipient } from '../parties.ts'

const TRANSACTIONS = 2

/**
 * ERC-721 `transferFrom`: one `Transfer` log. The sender mints the token in the transaction before, and so surely owns
 * it.
 */
export const collectibleTransfer: TrafficKind = {
  weight: 3,
  since: 'byzantium',
  needs: ['collectible'],
  draft: ({ random, fork, signers, contracts, transactionsLeft }) => {
    if (transactionsLeft < TRANSACTIONS) return []
    const sender = random.pick(signers)
    const collectible = random.pick(contracts.collectible).address
    const tokenId = random.bytes(32)
    const fees = drawWalletFees(random, fork)
    const { mint, transferFrom } = collectibleContract.selectors
    const owner = addressWord(sender.address)
    const buyer = addressWord(drawRecipient(random, signers))
    return [encodeCall(mint, owner, tokenId), encodeCall(transferFrom, owner, buyer, tokenId)].map(
      (data) => ({
        sender,
        fields: { to: collectible, value: 0n, data, gasLimit: 90_000n, ...fees },
      }),
    )
  },
}
