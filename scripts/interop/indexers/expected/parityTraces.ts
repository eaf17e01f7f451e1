import type { Block, Hex } from '../../../../src/index.ts'
import type { Frame } from '../stock/callRecorder.ts'
import type { StockBlock } from '../stock/stockTraces.ts'

/** A trace in Parity's format, made from what the stock EVM ran. */
export interface ParityTrace {
  readonly type: 'call' | 'create' | 'suicide' | 'reward'
  readonly callType?: string
  readonly rewardType?: 'block' | 'uncle'
  readonly from?: Hex
  /** of a creation that failed: undefined */
  readonly to?: Hex | undefined
  readonly value: bigint
  readonly gas?: bigint
  readonly input?: Hex
  /** undefined if it failed without a revert */
  readonly gasUsed?: bigint | undefined
  /** what a call returned, or the code of a contract; undefined if it failed without a revert */
  readonly output?: Hex | undefined
  readonly error?: string | undefined
  readonly path: readonly number[]
  readonly subtraces: number
  readonly transaction?: { readonly hash: Hex; readonly index: number }
}

const ERRORS: Readonly<Record<string, string>> = {
  revert: 'Reverted',
  'out of gas': 'Out of gas',
  'code store out of gas': 'Out of gas',
  'invalid opcode': 'Bad instruction',
  'invalid JUMP': 'Bad jump destination',
  'stack underflow': 'Stack underflow',
  'stack overflow': 'Out of stack',
  'static state change': 'Mutable Call In Static Context',
}

/** Traces of a block in their order, rewards of proof of work last. */
export function parityTracesOf({ block, transactions }: StockBlock): ParityTrace[] {
  return [
    ...transactions.flatMap(({ hash, index, frame }) =>
      tracesOf(frame, []).map((trace) => ({ ...trace, transaction: { hash, index } })),
    ),
    ...rewardsOf(block),
  ]
}

function tracesOf(frame: Frame, path: readonly number[]): ParityTrace[] {
  const calls = frame.calls.filter(isTraced)
  const { type, from, to, value } = frame
  const place = { path, subtraces: calls.length }
  if (type === 'SELFDESTRUCT') return [{ type: 'suicide', from, to, value, ...place }]
  const isCreation = type.startsWith('CREATE')
  // As in Erigon and Reth, a reverted call has a result, too.
  const hasFailed = frame.error !== undefined && frame.error !== 'revert'
  return [
    {
      ...(isCreation
        ? { type: 'create' as const, to: hasFailed ? undefined : to }
        : { type: 'call' as const, callType: type.toLowerCase(), to }),
      from,
      value: type === 'STATICCALL' ? 0n : value,
      gas: frame.gas,
      input: frame.input,
      gasUsed: hasFailed ? undefined : frame.gasUsed,
      output: hasFailed ? undefined : frame.output,
      error: frame.error === undefined ? undefined : (ERRORS[frame.error] ?? frame.error),
      ...place,
    },
    ...calls.flatMap((call, index) => tracesOf(call, [...path, index])),
  ]
}

/** Parity leaves out calls of precompiled contracts that transfer nothing. */
function isTraced({ isPrecompile, value, type }: Frame): boolean {
  return !isPrecompile || (value > 0n && type === 'CALL')
}

/** In wei (EIP-1234); the chains of this comparison start after it. */
const REWARD = 2n * 10n ** 18n

function rewardsOf({ header, uncles }: Block): ParityTrace[] {
  if (header.number === 0 || header.difficulty === 0n) return []
  const reward = (rewardType: 'block' | 'uncle', to: Hex, value: bigint): ParityTrace => {
    return { type: 'reward', rewardType, to, value, path: [], subtraces: 0 }
  }
  return [
    reward('block', header.miner, REWARD + (REWARD / 32n) * BigInt(uncles.length)),
    ...uncles.map((uncle) => {
      const distance = BigInt(header.number - uncle.header.number)
      return reward('uncle', uncle.header.miner, (REWARD * (8n - distance)) / 8n)
    }),
  ]
}
