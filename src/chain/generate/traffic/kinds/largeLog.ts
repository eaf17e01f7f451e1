import { bytesArgument, encodeCall } from '../../../contracts/abi.ts'
import { loggerContract } from '../../../contracts/logger.ts'
import { drawWalletFees } from '../fees.ts'
import type { TrafficKind } from '../kind.ts'

/** One log with 1 to 4 KB of data. */
export const largeLog: TrafficKind = {
  weight: 1,
  since: 'chainstart',
  needs: ['logger'],
  draft: ({ random, fork, signers, contracts }) => {
    const data = random.bytes(random.between(1024, 4096))
    return [
      {
        sender: random.pick(signers),
        fields: {
          to: random.pick(contracts.logger).address,
          value: 0n,
          data: encodeCall(loggerContract.selectors.logData, random.bytes(32), bytesArgument(data)),
          // Before Istanbul a byte of calldata costs 68 gas, and a byte in the log 8 more.
          gasLimit: 60_000n + 80n * BigInt(data.length),
          ...drawWalletFees(random, fork),
        },
      },
    ]
  },
}
