import { isDeepStrictEqual } from 'node:util'
import type { Answer, CallObject, StateRequest } from '../geth/states/request.ts'
import { type Answers, isSame } from './answers.ts'

/** A way in which Anvil's answer differs from ommer's on purpose. */
export interface DifferenceClass {
  readonly name: string
  readonly why: string
  /** where it is seen or told */
  readonly source: string
  readonly applies: (
    request: StateRequest,
    answers: Answers,
    earlier: ReadonlyMap<string, readonly unknown[]>,
  ) => boolean
}

const SOURCES = 'foundry-rs/foundry@02ad6dec crates/anvil/src/eth'

/** At most ten. Whatever the class, a fork by ommer in the dialect of the network has to answer as the network does. */
export const differenceClasses: readonly DifferenceClass[] = [
  {
    name: 'passed on',
    why: 'what is about blocks up to the pinned one Anvil passes on to the network, in its words and with its fields; ommer has those of the dialect',
    source: `${SOURCES}/backend/fork.rs; docs/dialects.md`,
    applies: (_, { network, anvil }) => network !== undefined && isSame(network, anvil),
  },
  {
    name: 'missing',
    why: 'Anvil has no overrides and no call traces before the pinned block, not all tracers, no transaction of the pinned block by number and index, and ignores a last topic of null in a filter',
    source: `${SOURCES}/api.rs, ${SOURCES}/backend/mem/mod.rs`,
    applies: ({ method, params }, { anvil }) =>
      (method === 'eth_getLogs' && Object(params[0]).topics?.at(-1) === null) ||
      MISSING.test(anvil.error?.message ?? '') ||
      (method === 'eth_getTransactionByBlockNumberAndIndex' && anvil.result === null),
  },
  {
    name: 'environment',
    why: "in Anvil a call without gas has that of a block, no other miner than 0x0, and a base fee of blobs that does not follow the network's schedule (EIP-7892)",
    source: `${SOURCES}/backend/mem/mod.rs, ${SOURCES}/fees.rs; docs/coming-from.md`,
    applies: ({ method }, { anvil, inAnvilsBlock }) =>
      inAnvilsBlock !== undefined &&
      (isSame(anvil, inAnvilsBlock) ||
        (method === 'debug_traceCall' && hasFormOf(anvil, inAnvilsBlock))),
  },
  {
    name: 'form of traces',
    why: "Anvil's traces have the gas after the transaction's own costs, a refund in each step, no hashes of code, calls below the top one also with onlyTopCall, and words of its own for failures; errors of debug_traceCall have geth's words in every dialect of ommer",
    source: 'paradigmxyz/revm-inspectors src/tracing/builder/geth.rs; docs/dialects.md',
    applies: ({ method, params }, { anvil, ommer }) => {
      if (!method.startsWith('debug_trace')) return false
      if (ommer.error !== undefined) return anvil.error !== undefined
      const { tracer, tracerConfig } = Object(params.at(-1))
      const isPrestate = tracer === 'prestateTracer'
      const { onlyTopCall = false } = Object(tracerConfig)
      return (isPrestate && anvil.error === undefined) || hasFormOf(anvil, ommer, onlyTopCall)
    },
  },
  {
    name: 'fee history',
    why: "of a range that begins before the fork's own blocks Anvil has only these, with its own base fees of blobs; without percentiles it has an empty list of rewards",
    source: `${SOURCES}/api.rs (fee_history)`,
    applies: ({ method }, { anvil, ommer }) =>
      method === 'eth_feeHistory' && endsAs(anvil.result, ommer.result),
  },
  {
    name: 'estimates',
    why: "Anvil's search ends up to one unit of gas higher, and in its block access to the miner costs less; a call of a precompiled contract without data is a transfer to it",
    source: `${SOURCES}/api.rs (do_estimate_gas_with_state), EIP-3651`,
    applies: ({ method }, { anvil, ommer, inAnvilsBlock = ommer }) =>
      method === 'eth_estimateGas' &&
      (anvil.result === '0x5208' ||
        [0, 1].includes(Number(anvil.result) - Number(inAnvilsBlock.result))),
  },
  {
    name: 'kept traces',
    why: 'Anvil keeps the trace of a transaction of the network by its hash alone, and then answers with it whatever tracer is wanted',
    source: `${SOURCES}/backend/fork.rs (geth_transaction_traces)`,
    applies: ({ method, params }, { anvil }, earlier) =>
      method === 'debug_traceTransaction' &&
      (earlier.get(String(params[0])) ?? []).some((each) => isDeepStrictEqual(each, anvil.result)),
  },
  {
    name: 'call fields',
    why: 'Anvil refuses a call with the highest nonce, and takes one with two kinds of fees; ommer does as geth',
    source: `${SOURCES}/api.rs; revm`,
    applies: ({ params }, { anvil, ommer }) => {
      const { nonce, gasPrice, maxFeePerGas } = Object(params[0]) as CallObject
      const hasBothFees = gasPrice !== undefined && maxFeePerGas !== undefined
      return (
        (anvil.error !== undefined && nonce === '0xffffffffffffffff') ||
        (ommer.error !== undefined && hasBothFees)
      )
    },
  },
  {
    name: 'words of errors',
    why: "Anvil has one word for all failures of precompiled contracts, several for gas that does not suffice, for which it looks after the bounds of what a call returned, and words of its own for code that is too long, another chain id or a tip above its fee; and for opcodes of later forks; for it, a DUP or SWAP that lacks values overflows the stack; ommer has geth's, or one of Anvil's",
    source: `${SOURCES}/error.rs; bluealloy/revm (HaltReason, OutOfGasError; dup and swap in stack.rs)`,
    applies: (_, { anvil, ommer }) => {
      const [words = '', ours] = [anvil.error?.message, ommer.error?.message]
      if (ours === undefined) return false
      return (
        ERRORS.test(words) ||
        (words === OVERFLOW && ours === words.replace('Overflow', 'Underflow'))
      )
    },
  },
  {
    name: 'new blocks',
    why: "Anvil's blocks have another miner, another PREVRANDAO, and a state root that is nobody's (foundry 16028)",
    source: 'https://github.com/foundry-rs/foundry/issues/16028',
    applies: (_, { network, anvil, ommer }) =>
      network === undefined && isDeepStrictEqual(...both(anvil.result, ommer.result, withoutBlock)),
  },
]

const MISSING = /not available on past forked blocks|^BlockOutOfRangeError|unsupported tracer type/

const ERRORS =
  /^EVM error (\w*OOG|OutOfGas|OutOfOffset|PrecompileError|NotActivated)$|^Out of gas: |^max initcode size exceeded$|^invalid chain id for signer$|`max_priority_fee_per_gas` greater/

const OVERFLOW = 'EVM error StackOverflow'

/** What names a block, or follows from its miner or state. */
const OF_BLOCK =
  /^(hash|parentHash|blockHash|stateRoot|miner|mixHash|difficulty|extraData|size|totalDifficulty|blockTimestamp|requestsHash|parentBeaconBlockRoot)$/

const OF_BLOBS = /blob/i

const UNKNOWN_OPCODE = /"op":"(?:Unknown|opcode \w+ not defined)"/g

const OF_TRACE_FORM = /^(gas|gasCost|refund|codeHash|error)$/

function both(
  one: unknown,
  other: unknown,
  change: (value: unknown) => unknown,
): [unknown, unknown] {
  return [change(one), change(other)]
}

function hasFormOf(anvil: Answer, ommer: Answer, isTopOnly = false): boolean {
  if (anvil.error !== undefined || ommer.error !== undefined) return false
  const change = (result: unknown) =>
    withoutForm(isTopOnly ? without(result, (name) => name === 'calls') : result)
  return isDeepStrictEqual(...both(anvil.result, ommer.result, change))
}

function withoutForm(result: unknown): unknown {
  const formless = without(result, (name) => OF_TRACE_FORM.test(name))
  return JSON.parse(JSON.stringify(formless).replaceAll(UNKNOWN_OPCODE, '"op":"unknown"'))
}

/** Whether a fee history has the last blocks of another one, with the same fees. */
function endsAs(result: unknown, whole: unknown): boolean {
  const [end, all] = [result, whole] as [FeeHistory | undefined, FeeHistory | undefined]
  if (end === undefined || all === undefined) return false
  const { length } = end.gasUsedRatio
  const isEnd = ([one, other]: [readonly unknown[], readonly unknown[]]) =>
    length === 0 || isDeepStrictEqual(one, other.slice(-length))
  return (
    isEnd([end.gasUsedRatio, all.gasUsedRatio]) &&
    isEnd([end.baseFeePerGas.slice(0, -1), all.baseFeePerGas.slice(0, -1)]) &&
    ((end.reward ?? []).length === 0 || isEnd([end.reward ?? [], all.reward ?? []]))
  )
}

interface FeeHistory {
  readonly gasUsedRatio: readonly number[]
  readonly baseFeePerGas: readonly string[]
  readonly reward?: readonly (readonly string[])[]
}

function withoutBlock(result: unknown): unknown {
  return without(result, (name) => OF_BLOCK.test(name) || OF_BLOBS.test(name))
}

function without(result: unknown, isLeftOut: (name: string) => boolean): unknown {
  if (result === undefined) return undefined
  return JSON.parse(
    JSON.stringify(result, (name, value) => (isLeftOut(name) ? undefined : (value as unknown))),
  )
}
