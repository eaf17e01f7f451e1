import * as v from 'valibot'
import { HeaderFees } from '../../../chain/encoding/headerFees.ts'
import { feeHeaderOf } from '../../../chain/encoding/recordedFees.ts'
import type { ForkedFrom } from '../../../chain/forkedFrom.ts'
import { forkAt } from '../../../chain/protocol/forks.ts'
import { blockPosition } from '../../../moves/results.ts'
import { toQuantity } from '../../../primitives/hex.ts'
import { nonEmptyString, object, wholeNumber } from '../../../primitives/input.ts'
import { controlMethod } from '../controlMethod.ts'

const quantity = v.pipe(v.string(), v.regex(/^0x(?:0|[1-9a-f][0-9a-f]*)$/))

/** What Anvil says about a fork. The URL has no key. */
function forkConfigOf(fork: ForkedFrom | undefined) {
  const { nodes, block } = fork ?? {}
  return {
    forkUrl: nodes?.[0] ?? null,
    forkBlockNumber: block?.number ?? null,
    forkRetryBackoff: null,
  }
}

/** In wei per gas: what Anvil suggests above the base fee. */
const SUGGESTED_TIP = 1_000_000_000n

export const anvil_nodeInfo = controlMethod({
  summary:
    'Returns the head of the endpoint, its fork, and the fees of the next block, as Anvil does.',
  parameters: [],
  result: {
    name: 'nodeInfo',
    schema: object({
      currentBlockNumber: quantity,
      currentBlockTimestamp: wholeNumber(0),
      currentBlockHash: blockPosition.entries.hash,
      hardFork: nonEmptyString,
      transactionOrder: v.literal('fees'),
      environment: object({
        baseFee: quantity,
        chainId: wholeNumber(0),
        gasLimit: quantity,
        gasPrice: quantity,
      }),
      forkConfig: object({
        forkUrl: v.nullable(v.string()),
        forkBlockNumber: v.nullable(wholeNumber(0)),
        forkRetryBackoff: v.null(),
      }),
    }),
  },
  call(_, { endpoint }) {
    const { head, chain, headerSettings } = endpoint
    const { number, timestamp, gasLimit } = feeHeaderOf(head)
    const fork = forkAt(chain.rules.forks, number, timestamp)
    const computed = new HeaderFees(head, chain.rules).nextBaseFee ?? 0n
    const baseFee = headerSettings?.baseFeePerGas ?? computed
    return {
      currentBlockNumber: toQuantity(number),
      currentBlockTimestamp: timestamp,
      currentBlockHash: head.hash,
      // Anvil writes names of forks with a capital letter.
      hardFork: fork.charAt(0).toUpperCase() + fork.slice(1),
      transactionOrder: 'fees',
      environment: {
        baseFee: toQuantity(baseFee),
        chainId: chain.chainId,
        gasLimit: toQuantity(headerSettings?.gasLimit ?? gasLimit),
        gasPrice: toQuantity(baseFee + SUGGESTED_TIP),
      },
      forkConfig: forkConfigOf(chain.base.forkedFrom),
    }
  },
})
