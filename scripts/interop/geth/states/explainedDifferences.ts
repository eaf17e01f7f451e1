import { isDeepStrictEqual } from 'node:util'
import type { Chain } from '../../../../src/chain/chain.ts'
import { possibleTips } from './possibleTips.ts'
import type { Answer, StateRequest } from './request.ts'

/** The chain and the number of its block that both nodes have as their head. */
export interface Head {
  readonly chain: Chain
  readonly number: number
}

/** A case in which ommer's answer about a state differs from geth's on purpose. */
interface ExplainedDifference {
  /** as docs/service.md says it */
  readonly why: string
  readonly methods: readonly string[]
  readonly applies: (request: StateRequest, geth: Answer, ommer: Answer, head: Head) => boolean
}

const explainedDifferences: readonly ExplainedDifference[] = [
  {
    why: '`eth_capabilities` reports that logs stay forever, which geth indexes for a window of blocks, and that there are no proofs of state',
    methods: ['eth_capabilities'],
    applies: (_, { result: geth }, { result: ommer }) => {
      const logs = { disabled: false, oldestBlock: '0x0' }
      const expected = { ...(geth as object), logs, stateproofs: { disabled: true } }
      return isDeepStrictEqual(expected, ommer)
    },
  },
  {
    why: 'the fee that geth suggests depends on the order in which its threads read blocks, if some of the newest 20 have fewer than two transactions',
    methods: ['eth_gasPrice', 'eth_maxPriorityFeePerGas'],
    applies: ({ method }, { result: geth }, { result: ommer }, { chain, number }) => {
      const baseFee = chain.blockByNumber(number)?.header.baseFeePerGas ?? 0n
      const tips = possibleTips(chain, number)
      return [geth, ommer].every((fee) =>
        tips.has(BigInt(String(fee)) - (method === 'eth_gasPrice' ? baseFee : 0n)),
      )
    },
  },
  {
    why: 'geth has an internal error when an override moves a block back to before the fork of its blob gas',
    methods: ['eth_call', 'eth_estimateGas'],
    applies: (_, { error }) => error?.message === 'method handler crashed',
  },
]

/** The reason why ommer's answer differs; undefined if it should not. */
export function explanationOf(
  request: StateRequest,
  geth: Answer,
  ommer: Answer,
  head: Head,
): string | undefined {
  return explainedDifferences.find(
    ({ methods, applies }) =>
      methods.includes(request.method) && applies(request, geth, ommer, head),
  )?.why
}
