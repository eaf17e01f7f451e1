import { toQuantity } from '../../src/primitives/hex.ts'

/** A way to ask a node. */
export type Ask = (method: string, params: readonly unknown[]) => Promise<unknown>

/** What came of asking two nodes the same. */
export interface Comparison {
  readonly questions: number
  /** for each question with different answers: the question, and where they first differ */
  readonly differences: readonly string[]
}

type Question = readonly [method: string, params: readonly unknown[]]

/** Asks two nodes everything that the five methods can be asked of a chain. */
export async function compare(node: Ask, recording: Ask, head: number): Promise<Comparison> {
  const differences: string[] = []
  let questions = 0
  for await (const [method, params] of everything(node, head)) {
    questions++
    const [told, recorded] = await Promise.all([
      answerOf(node, method, params),
      answerOf(recording, method, params),
    ])
    const difference = differenceOf('', told, recorded)
    if (difference === undefined) continue
    differences.push(`${method}(${params.map((each) => JSON.stringify(each))})${difference}`)
  }
  return { questions, differences }
}

async function* everything(node: Ask, head: number): AsyncGenerator<Question> {
  const NOBODY = `0x${'00'.repeat(31)}01`
  for (const tag of ['latest', 'earliest', 'safe', 'finalized']) {
    yield ['eth_getBlockByNumber', [tag, false]]
  }
  for (let number = 0; number <= head + 1; number++) {
    const height = toQuantity(number)
    const block = (await node('eth_getBlockByNumber', [height, false])) as {
      readonly hash: string
      readonly transactions: readonly unknown[]
    } | null
    for (const full of [false, true]) {
      yield ['eth_getBlockByNumber', [height, full]]
      yield ['eth_getBlockByHash', [block?.hash ?? NOBODY, full]]
    }
    for (let index = 0; index <= (block?.transactions.length ?? 0); index++) {
      yield ['eth_getTransactionByBlockNumberAndIndex', [height, toQuantity(index)]]
    }
    yield ['eth_getUncleByBlockNumberAndIndex', [height, '0x0']]
    yield ['eth_getBlockReceipts', [height]]
  }
}

async function answerOf(ask: Ask, method: string, params: readonly unknown[]): Promise<unknown> {
  try {
    return await ask(method, params)
  } catch (error) {
    return { error: (error as Error).message }
  }
}

/** Path and values of the first difference, the order of fields included; undefined where there is none. */
function differenceOf(path: string, one: unknown, other: unknown): string | undefined {
  if (JSON.stringify(one) === JSON.stringify(other)) return undefined
  if (isObject(one) && isObject(other)) {
    for (const name of new Set([...Object.keys(one), ...Object.keys(other)])) {
      const found = differenceOf(`${path}.${name}`, one[name], other[name])
      if (found !== undefined) return found
    }
    return `${path}: other order`
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
