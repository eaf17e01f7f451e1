import { isDeepStrictEqual } from 'node:util'
import type { Chain } from '../../../../src/chain/chain.ts'
import { headerTimestamp } from '../../../../src/chain/encoding/decode/headerTimestamp.ts'
import { hashedTransactions } from '../../../../src/chain/encoding/transactionHashes.ts'
import { type ForkName, forkAt, isAtLeast } from '../../../../src/chain/protocol/forks.ts'
import { fromHex, toHex } from '../../../../src/primitives/hex.ts'
import { keccak256 } from '../../../../src/primitives/keccak.ts'
import { possibleTips } from './possibleTips.ts'
import type { Answer, CallObject, StateRequest } from './request.ts'
import { TIMED_OUT } from './timedOut.ts'

/** The chain and the number of its block that both nodes have as their head. */
export interface Head {
  readonly chain: Chain
  readonly number: number
}

/** A case in which ommer's answer about a state differs from geth's on purpose. */
interface ExplainedDifference {
  /** as docs/dialects.md says it */
  readonly why: string
  readonly methods: readonly string[]
  readonly applies: (request: StateRequest, geth: Answer, ommer: Answer, head: Head) => boolean
}

/** The result of `debug_executionWitness`; its last header is that of the parent. */
interface Witness {
  readonly headers: readonly { readonly number: string }[]
}

const explainedDifferences: readonly ExplainedDifference[] = [
  {
    why: 'a simulated log that is reverted keeps its number, as in the official transcripts; in geth the next one has it, since 1.17.10',
    methods: ['eth_simulateV1'],
    applies: (_, { result: geth }, { result: ommer }) =>
      geth !== undefined && isDeepStrictEqual(withoutLogIndexes(geth), withoutLogIndexes(ommer)),
  },
  {
    why: '`eth_capabilities` reports that logs stay forever, which geth indexes for a window of blocks',
    methods: ['eth_capabilities'],
    applies: (_, { result: geth }, { result: ommer }) => {
      const logs = { disabled: false, oldestBlock: '0x0' }
      return isDeepStrictEqual({ ...(geth as object), logs }, ommer)
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
    why: 'the tip that geth fills in is the one that it suggests: see above',
    methods: ['eth_fillTransaction'],
    applies: (_, { result: geth }, { result: ommer }, { chain, number }) => {
      const tips = possibleTips(chain, number)
      return [geth, ommer].every((filled) => {
        const { tx } = (filled ?? {}) as { readonly tx?: Readonly<Record<string, string | null>> }
        const tip = tx?.maxPriorityFeePerGas ?? tx?.gasPrice
        return tip !== undefined && tip !== null && tips.has(BigInt(tip))
      })
    },
  },
  {
    why: 'if the blob parameters change within the range of eth_feeHistory, geth writes either the price before or the one after the change, depending on the order in which its threads finish',
    methods: ['eth_feeHistory'],
    applies: (_, { result: geth }, { result: ommer }, { chain }) => {
      const [one, other] = [geth, ommer] as [FeeHistory | undefined, FeeHistory | undefined]
      if (one === undefined || other === undefined) return false
      const prices = one.baseFeePerBlobGas.map((price, index) =>
        changesFork(chain, Number(other.oldestBlock) + index)
          ? other.baseFeePerBlobGas[index]
          : price,
      )
      return isDeepStrictEqual({ ...one, baseFeePerBlobGas: prices }, other)
    },
  },
  {
    why: 'geth also finds the bytes of transactions in its pool, such as those of blocks that a reorg removed',
    methods: ['debug_getRawTransaction', 'eth_getRawTransactionByHash'],
    applies: ({ params: [hash] }, { result: geth }, { result: ommer }, { chain }) =>
      ommer === '0x' &&
      typeof geth === 'string' &&
      toHex(keccak256(fromHex(geth))) === hash &&
      chain.tree.sideBlocks.some((block) =>
        hashedTransactions(block).some((transaction) => transaction.hash === hash),
      ),
  },
  {
    why: 'geth has an internal error when it makes the witness of a block before Byzantium',
    methods: ['debug_executionWitness'],
    applies: (_, { error }, { result }, { chain }) => {
      if (error?.message !== 'method handler crashed') return false
      const { number = '0x0' } = (result as Witness | undefined)?.headers.at(-1) ?? {}
      const block = chain.blockByNumber(Number(number) + 1)?.header
      if (block === undefined) return false
      return !isAtLeast(forkAt(chain.rules.forks, block.number, block.timestamp), 'byzantium')
    },
  },
  {
    why: 'geth has an internal error when an override moves a block to the other side of the fork of its blob gas',
    methods: ['eth_call', 'eth_estimateGas'],
    applies: (_, { error }) => error?.message === 'method handler crashed',
  },
  {
    why: 'ommer runs no tracers in JavaScript, and says so; geth also takes an unknown name for JavaScript',
    methods: [
      'debug_traceTransaction',
      'debug_traceBlockByNumber',
      'debug_traceBlockByHash',
      'debug_traceCall',
    ],
    applies: (_, __, { error }) =>
      error?.message.includes('JavaScript tracers cannot be run') === true,
  },
  {
    why: '`eth_createAccessList` finds no list if the gas suffices only without one: geth gives up after 30 seconds, and ommer after its time limit',
    methods: ['eth_createAccessList'],
    applies: (_, geth, ommer) =>
      geth.error?.code === TIMED_OUT &&
      ommer.error?.message.startsWith('execution aborted (timeout') === true,
  },
  {
    why: 'a trace whose size is not limited here ends at the time limit of geth, or at the memory of a thread of ommer',
    methods: ['debug_traceCall'],
    applies: (_, geth, ommer) =>
      geth.error?.message === 'execution timeout' &&
      ommer.error?.message === 'execution aborted (out of memory)',
  },
  {
    why: 'if the input of a precompiled contract of BLS12-381 has a point that is in no subgroup and a later point that is wrong in another way, geth names the first problem and ommer the second',
    methods: ['eth_call', 'eth_estimateGas', 'eth_createAccessList'],
    applies: ({ params }, geth, ommer) => {
      const { to = '' } = params[0] as CallObject
      const [first, second] = [failureOf(geth), failureOf(ommer)]
      return (
        /^0x0{38}(0[b-f]|1[01])$/.test(to) &&
        /^g[12] point is not on correct subgroup$/.test(first ?? '') &&
        LATER_PROBLEMS.includes(second ?? '')
      )
    },
  },
]

function withoutLogIndexes(result: unknown): unknown {
  return JSON.parse(JSON.stringify(result, (name, value) => (name === 'logIndex' ? null : value)))
}

interface FeeHistory {
  readonly oldestBlock: string
  readonly baseFeePerBlobGas: readonly string[]
}

function forkOf({ rules, tree }: Chain, number: number): ForkName | undefined {
  const block = tree.byNumber(number)
  return block && forkAt(rules.forks, number, headerTimestamp(block))
}

function changesFork(chain: Chain, number: number): boolean {
  return forkOf(chain, number) !== forkOf(chain, number - 1)
}

/** What can be wrong with a point apart from its subgroup. */
const LATER_PROBLEMS = [
  'invalid field element top bytes',
  'invalid fp.Element encoding',
  'invalid point: not on curve',
]

/** Why a call failed: `eth_createAccessList` says it in its result. */
function failureOf({ result, error }: Answer): string | undefined {
  return error?.message ?? (result as { readonly error?: string } | undefined)?.error
}

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
