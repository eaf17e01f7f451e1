import {
  addressWord,
  bytesArgument,
  encodeCall,
  listArgument,
  word,
} from '../../../contracts/abi.ts'
import { loggerContract } from '../../../contracts/logger.ts'
import { multicallContract } from '../../../contracts/multicall.ts'
import { tokenContract } from '../../../contracts/token.ts'
import { TOKEN } from '../../../contracts/tokenCalls.ts'
import { drawWalletFees } from '../fees.ts'
import type { TrafficKind } from '../kind.ts'

/** Calls several contracts in one transaction: two logs of a token, and one of another contract between them. */
export const multicall: TrafficKind = {
  weight: 3,
  since: 'chainstart',
  needs: ['logger', 'multicall', 'token'],
  draft: ({ random, fork, signers, contracts, amount }) => {
    const token = random.pick(contracts.token).address
    const logger = random.pick(contracts.logger).address
    const calls = [
      encodeCall(
        tokenContract.selectors.mint,
        addressWord(random.pick(signers).address),
        word(BigInt(amount) * TOKEN),
      ),
      encodeCall(
        loggerContract.selectors.logData,
        random.bytes(32),
        bytesArgument(random.bytes(random.between(1, 64))),
      ),
      encodeCall(
        tokenContract.selectors.approve,
        addressWord(random.pick(signers).address),
        word(BigInt(amount) * TOKEN),
      ),
    ]
    return [
      {
        sender: random.pick(signers),
        fields: {
          to: random.pick(contracts.multicall).address,
          value: 0n,
          data: encodeCall(
            multicallContract.selectors.aggregate,
            listArgument([token, logger, token].map(addressWord)),
            listArgument(calls.map(bytesArgument)),
          ),
          gasLimit: 200_000n,
          ...drawWalletFees(random, fork),
        },
      },
    ]
  },
}
