import { toQuantity } from '../../src/primitives/hex.ts'

/** Sends a request to a node. */
export type Call = (method: string, params: readonly unknown[]) => Promise<unknown>

/** The result of sending the same requests to a node and to a recording of it. */
export interface Comparison {
  /** how many responses were compared */
  readonly compared: number
  /** where the recording differs from the node */
  readonly differences: readonly string[]
  /** what the node itself gets wrong, which no recording can contain: errors, and responses that contradict others */
  readonly faults: readonly string[]
}

interface RpcCall {
  readonly method: string
  readonly params: readonly unknown[]
  /** what the node's block has at the place of the requested object */
  readonly inBlock?: unknown
}

/** Sends every possible request of the five methods about a chain to a node and to a recording. */
export async function compare(node: Call, recording: Call, head: number): Promise<Comparison> {
  const differences: string[] = []
  const faults = new Map<string, string>()
  let compared = 0
  for await (const { method, params, inBlock } of allCalls(node, head)) {
    const call = `${method}(${params.map((each) => JSON.stringify(each)).join(', ')})`
    const recorded = await recording(method, params)
    let response: unknown
    try {
      response = await node(method, params)
    } catch (error) {
      // One error for each method is enough.
      if (!faults.has(method)) faults.set(method, `${call}: ${(error as Error).message}`)
      continue
    }
    const contradiction = inBlock && differenceOf('', response, inBlock)
    if (contradiction) {
      const location = `${call}${contradiction} in its block`
      if (!faults.has('contradiction')) faults.set('contradiction', location)
      continue
    }
    compared++
    const difference = differenceOf('', response, recorded)
    if (difference !== undefined) differences.push(`${call}${difference} in the recording`)
  }
  return { compared, differences, faults: [...faults.values()] }
}

async function* allCalls(node: Call, head: number): AsyncGenerator<RpcCall> {
  const NOBODY = `0x${'00'.repeat(31)}01`
  for (const tag of ['latest', 'earliest', 'safe', 'finalized']) {
    yield { method: 'eth_getBlockByNumber', params: [tag, false] }
  }
  for (let number = 0; number <= head + 1; number++) {
    const height = toQuantity(number)
    const block = (await node('eth_getBlockByNumber', [height, true])) as {
      readonly hash: string
      readonly transactions: readonly unknown[]
    } | null
    for (const full of [false, true]) {
      yield { method: 'eth_getBlockByNumber', params: [height, full] }
      yield { method: 'eth_getBlockByHash', params: [block?.hash ?? NOBODY, full] }
    }
    const transactions = block?.transactions ?? []
    for (let index = 0; index <= transactions.length; index++) {
      yield {
        method: 'eth_getTransactionByBlockNumberAndIndex',
        params: [height, toQuantity(index)],
        inBlock: transactions[index],
      }
    }
    yield { method: 'eth_getUncleByBlockNumberAndIndex', params: [height, '0x0'] }
    yield { method: 'eth_getBlockReceipts', params: [height] }
  }
}

/** Path and values of the first difference, including the order of fields; undefined without one. */
function differenceOf(path: string, one: unknown, other: unknown): string | undefined {
  if (JSON.stringify(one) === JSON.stringify(other)) return undefined
  if (isObject(one) && isObject(other)) {
    for (const name of new Set([...Object.keys(one), ...Object.keys(other)])) {
      const found = differenceOf(`${path}.${name}`, one[name], other[name])
      if (found !== undefined) return found
    }
    return `${path}: different order`
  }
  return `${path}: ${short(one)} and ${short(other)}`
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}

function short(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing'
  return text.length > 60 ? `${text.slice(0, 60)}…` : text
}
