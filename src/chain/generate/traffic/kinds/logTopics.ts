import { bytesArgument, encodeCall } from '../../../contracts/abi.ts'
import { loggerContract } from '../../../contracts/logger.ts'
import { drawWalletFees } from '../fees.ts'
import type { TrafficKind } from '../kind.ts'

/** Five logs with 0 to 4 topics. */
export const logTopics: TrafficKind = {
  weight: 4,
  since: 'chainstart',
  needs: ['logger'],
  draft: ({ random, fork, signers, contracts }) => [
    {
      sender: random.pick(signers),
      fields: {
        to: random.pick(contracts.logger).address,
        value: 0n,
        data: encodeCall(
          loggerContract.selectors.logTopics,
          random.bytes(32),
          random.bytes(32),
          random.bytes(32),
          random.bytes(32),
          bytesArgument(random.bytes(random.between(0, 64))),
        ),
        gasLimit: 70_000n,
        ...drawWalletFees(random, fork),
      },
    },
  ],
}
