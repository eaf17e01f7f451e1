import { expect, it } from 'vitest'
import type { CompleteMessage } from '../../../../src/chain/calls/simulate/completeMessage.ts'
import { TransactionPacker } from '../../../../src/chain/calls/simulate/transactionPacker.ts'

const LOG = [new Uint8Array(20), [], new Uint8Array(872)] satisfies [
  Uint8Array,
  Uint8Array[],
  Uint8Array,
]

/** Calls that differ in their senders only, unless they have a nonce of their own. */
function complete(sender: number, nonce = 0n): CompleteMessage {
  const message = {
    from: new Uint8Array(20).fill(sender),
    to: new Uint8Array(20),
    nonce,
    value: 0n,
    gasLimit: 100_000n,
    gasPrice: 0n,
    gasFeeCap: 0n,
    gasTipCap: 0n,
    data: new Uint8Array(0),
  }
  return { type: 0, message } as unknown as CompleteMessage
}

const outcome = { statusOrRoot: Uint8Array.of(1), cumulativeGas: 1n, logs: [LOG] }

it('repeats the logs of calls with the same hash in receipts, up to a limit', () => {
  const packer = new TransactionPacker(1, 6000)
  const counts = [1, 2, 3, 4].map((sender) => packer.pack(complete(sender), outcome).logs.length)
  // 0 + 1 + 2 + 3 logs of 1,000 bytes are repeated by now.
  expect(counts).toEqual([1, 2, 3, 4])
  expect(packer.pack(complete(5, 1n), outcome).logs).toHaveLength(1)
  expect(() => packer.pack(complete(5), outcome)).toThrow(
    'too many logs of calls with the same hash',
  )
})
