import type { GethNode } from '../../gethNode.ts'
import { post } from '../../gethNode.ts'
import type { Difference } from '../../states/compareRequests.ts'
import { firstDifference, shorten } from '../../states/firstDifference.ts'
import type { Answer, StateRequest } from '../../states/request.ts'
import type { Tally } from '../../states/tally.ts'
import { flatTraces, type ParityTrace, traceBlock } from './flatTraces.ts'
import type { GethRules } from './gethRules.ts'
import { rewardsOf } from './rewards.ts'
import { type GethDiff, stateDiffOf, withoutUntraced } from './stateDiff.ts'

/** What a comparison of traces in Parity's format needs. */
export interface ParityComparison {
  readonly geth: GethNode
  readonly ommerUrl: string
  readonly rules: GethRules
  readonly tally: Tally
  readonly isWanted: (request: StateRequest) => boolean
  readonly repeat: (request: StateRequest) => string
}

/** A request, and what geth's tracers imply as its result. */
interface Expectation {
  readonly request: StateRequest
  readonly expected: unknown
}

/**
 * Compares ommer's `trace_*` methods for a block with the converted results of geth's tracers, because geth has none of
 * these methods.
 *
 * @param height of the block, in hex
 */
export async function compareParity(
  comparison: ParityComparison,
  height: string,
): Promise<Difference[]> {
  const { ommerUrl, tally, isWanted, repeat } = comparison
  const differences: Difference[] = []
  const { eip158Block = Number.POSITIVE_INFINITY } = comparison.rules
  const header = await comparison.geth.ask<object>('eth_getBlockByNumber', height, false)
  const isAmsterdam = 'blockAccessListHash' in header
  for (const { request, expected } of await expectations(comparison, height)) {
    if (!isWanted(request)) continue
    const isReplay = request.method === 'trace_replayBlockTransactions'
    const comparable = (value: unknown) => {
      const hasUntraced = isReplay && (isAmsterdam || Number(height) < eip158Block)
      const whole = withoutOptional(hasUntraced ? withoutUntraced(value as object[]) : value)
      return isAmsterdam ? withoutTopGas(whole) : whole
    }
    const text = await post(ommerUrl, request)
    const { result, error } = JSON.parse(text) as Answer
    const difference =
      error === undefined
        ? firstDifference(comparable(expected), comparable(result))
        : `ommer ${shorten(error)}`
    tally.add(request.method, difference === undefined ? 'equal' : 'different', false)
    if (difference === undefined) continue
    const what = `${request.method}: ${difference}`
    const line = `${what}; ${shorten(request)}; repeat: ${repeat(request)}`
    differences.push({ kind: what.replace(/0x[0-9a-f]+|\d+/gi, '#').slice(0, 200), line })
  }
  return differences
}

async function expectations(
  { geth, rules }: ParityComparison,
  height: string,
): Promise<Expectation[]> {
  const byTransaction = await flatTraces(geth, rules, height)
  const rewards = await rewardsOf(geth, rules, height)
  const all = [...byTransaction.flat(), ...rewards]
  const expectations: Expectation[] = [
    { request: { method: 'trace_block', params: [height] }, expected: all },
    {
      request: { method: 'trace_filter', params: [{ fromBlock: height, toBlock: height }] },
      expected: all,
    },
    {
      request: {
        method: 'trace_replayBlockTransactions',
        params: [height, ['trace', 'stateDiff']],
      },
      expected: await replays(geth, height, byTransaction),
    },
  ]
  for (const traces of byTransaction) {
    const params = [traces[0]?.transactionHash]
    expectations.push({ request: { method: 'trace_transaction', params }, expected: traces })
  }
  return expectations
}

/** The result of `trace_replayBlockTransactions`. */
async function replays(
  geth: GethNode,
  height: string,
  byTransaction: readonly ParityTrace[][],
): Promise<object[]> {
  const calls = await traceBlock<{ readonly output?: string }>(geth, height, {
    tracer: 'callTracer',
    tracerConfig: { onlyTopCall: true },
  })
  const tracerConfig = { diffMode: true }
  const diffs = await traceBlock<GethDiff>(geth, height, { tracer: 'prestateTracer', tracerConfig })
  return byTransaction.map((traces, index) => ({
    output: calls[index]?.output ?? '0x',
    stateDiff: stateDiffOf(diffs[index] as GethDiff),
    trace: traces.map(withoutPlace),
    transactionHash: traces[0]?.transactionHash,
    vmTrace: null,
  }))
}

/** The traces of a replay have no block and no transaction. */
function withoutPlace(trace: ParityTrace): object {
  const { blockHash, blockNumber, transactionHash, transactionPosition, ...rest } = trace
  return rest
}

/**
 * A result without the gas of the first frame of each transaction: from Amsterdam on, geth's steps do not say what the
 * frame pays for state.
 */
function withoutTopGas(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutTopGas)
  if (typeof value !== 'object' || value === null) return value
  const { traceAddress, trace, action, result } = value as Readonly<Record<string, unknown>>
  if (trace !== undefined) return { ...value, trace: withoutTopGas(trace) }
  if (!Array.isArray(traceAddress) || traceAddress.length > 0) return value
  return {
    ...value,
    action: { ...(action as object), gas: undefined },
    ...(result !== undefined && { result: { ...(result as object), gasUsed: undefined } }),
  }
}

/**
 * A result without what differs between nodes: members that are null instead of omitted, and how a contract was
 * created.
 */
function withoutOptional(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutOptional)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name, member]) => member !== null && name !== 'creationMethod')
      .map(([name, member]) => [name, withoutOptional(member)]),
  )
}
