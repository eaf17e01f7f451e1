import {
  addressWord,
  encodeCreation,
  listArgument,
  textArgument,
  word,
} from '../../../contracts/abi.ts'
import { multiTokenContract } from '../../../contracts/multiToken.ts'
import { drawWalletFees } from '../fees.ts'
import type { TrafficKind } from '../kind.ts'
import { firstHolders } from '../parties.ts'

/** The token ids of each contract. */
export const MULTI_TOKEN_IDS = [1, 2]

/** The initial balance of each holder of each token. */
const HOLDING = 1_000_000_000_000n

/** Deploys an ERC-1155 that gives each token to the first accounts: a `TransferBatch` log for each account. */
export const multiTokenCreation: TrafficKind = {
  weight: 1,
  since: 'byzantium',
  needs: [],
  draft: ({ random, fork, signers }) => [
    {
      sender: random.pick(signers),
      fields: {
        to: undefined,
        value: 0n,
        data: encodeCreation(
          multiTokenContract.creationCode,
          textArgument('https://tokens.example/{id}.json'),
          listArgument(firstHolders(signers).map(addressWord)),
          listArgument(MULTI_TOKEN_IDS.map(word)),
          listArgument(MULTI_TOKEN_IDS.map(() => word(HOLDING))),
        ),
        gasLimit: 2_800_000n,
        ...drawWalletFees(random, fork),
      },
      deploys: { role: 'multiToken', partners: [] },
    },
  ],
}
