import type { CallMessage } from '../../chain/calls/message.ts'
import type { BlockOverrides } from '../../chain/calls/overrides.ts'
import { isObject } from '../../primitives/input.ts'
import { invalidArgument, type Parameter } from './arguments.ts'
import { blockOverridesDecoder } from './blockOverrides.ts'
import { callDecoder } from './callObject.ts'
import { decodeGo, list, struct } from './goJson.ts'
import { respellCall } from './spellings.ts'

/** How many calls run at once. */
const CALLS_MAX = 1000

const bundles = list(
  '[]Bundle',
  struct('Bundle', {
    transactions: list('[]Transaction', callDecoder),
    blockOverride: blockOverridesDecoder,
  }),
)

export interface ReadBundle {
  readonly transactions: readonly CallMessage[] | undefined
  readonly blockOverride: BlockOverrides | undefined
}

/** How Erigon names fields of a block, and how reth and geth do. */
const NAMES: Readonly<Record<string, string>> = {
  blockNumber: 'number',
  timestamp: 'time',
  coinbase: 'feeRecipient',
  baseFee: 'baseFeePerGas',
}

/** The bundles with the names of reth. */
function asReth(bundles: unknown): unknown {
  if (!Array.isArray(bundles)) return bundles
  return bundles.map((bundle: unknown) => {
    if (!isObject(bundle) || !('blockOverride' in bundle)) return bundle
    const { blockOverride } = bundle
    if (!isObject(blockOverride)) return bundle
    const fields = Object.entries(blockOverride).map(([name, field]) => [
      NAMES[name] ?? name,
      field,
    ])
    return { ...bundle, blockOverride: Object.fromEntries(fields) }
  })
}

/** Calls in bundles, each bundle in a block of its own. */
export const callBundles: Parameter<readonly ReadBundle[]> = {
  name: 'bundles',
  summary: `Lists of calls, each with the fields of the block in which they run; at most ${CALLS_MAX} calls in all.`,
  schema: bundles.schema,
  read(value, index) {
    const read = decodeGo(bundles, asReth(value), index) ?? []
    const count = read.reduce((sum, { transactions = [] }) => sum + transactions.length, 0)
    if (count <= CALLS_MAX) return read
    throw invalidArgument(index, `want at most ${CALLS_MAX} calls, have ${count}`)
  },
  respell(value) {
    if (!Array.isArray(value)) return value
    return value.map((bundle: unknown) => {
      const calls = (bundle as { transactions?: unknown } | null)?.transactions
      if (!Array.isArray(calls)) return bundle
      return { ...(bundle as object), transactions: calls.map(respellCall) }
    })
  },
}
