import { readableToken } from '../readable.ts'
import { createToken } from '../token.ts'
import { drawFeeMarket } from './fees.ts'
import type { TrafficKind } from './kind.ts'

/** At most this many are given tokens when a contract is created, so that its cost does not grow with the spec. */
const HOLDERS_MAX = 10

/** Deploys an ERC-20 that gives tokens to the first accounts: a log for each. */
export const contractCreation: TrafficKind = {
  name: 'contract-creation',
  needsToken: false,
  weight: 1,
  since: 'london',
  draft: ({ random, signers }) => {
    const { name, symbol } = readableToken(random)
    const holders = signers.slice(0, HOLDERS_MAX).map(({ address }) => address)
    return {
      sender: random.pick(signers),
      fields: {
        type: 2,
        to: undefined,
        value: 0n,
        data: createToken(name, symbol, holders),
        gasLimit: 950_000n,
        accessList: [],
        ...drawFeeMarket(random),
      },
    }
  },
}
