import { batchesOf, type Call, messagesOf } from './messages.ts'

/** Requests for blocks of one size, so that serving is measured and not building. */
export interface BenchRequest {
  readonly name: string
  readonly transactions: 20 | 200
  readonly method: string
  readonly details: readonly boolean[]
  /** how many such requests to send as a batch; by default one, without a batch */
  readonly batch?: number
  /** the share of the baseline's rate that we want */
  readonly target: number
}

export const benchRequests: readonly BenchRequest[] = [
  {
    name: 'header of a block of 20 transactions',
    transactions: 20,
    method: 'eth_getBlockByNumber',
    details: [false],
    target: 0.9,
  },
  {
    name: 'block of 20 transactions',
    transactions: 20,
    method: 'eth_getBlockByNumber',
    details: [true],
    target: 0.9,
  },
  {
    name: 'receipts of 20 transactions',
    transactions: 20,
    method: 'eth_getBlockReceipts',
    details: [],
    target: 0.9,
  },
  {
    name: 'block of 200 transactions',
    transactions: 200,
    method: 'eth_getBlockByNumber',
    details: [true],
    target: 0.9,
  },
  {
    name: 'batch of 100 headers of blocks of 20 transactions',
    transactions: 20,
    method: 'eth_getBlockByNumber',
    details: [false],
    batch: 100,
    target: 0.5,
  },
  {
    name: 'batch of 100 blocks of 20 transactions',
    transactions: 20,
    method: 'eth_getBlockByNumber',
    details: [true],
    batch: 100,
    target: 0.85,
  },
]

/**
 * The messages that ask for the blocks of a chain in turn.
 *
 * @param blocks how many blocks the chain has
 */
export function messagesFor({ method, details, batch }: BenchRequest, blocks: number): string[] {
  const calls = Array.from({ length: blocks }, (_, index) => callFor(index))
  if (batch === undefined) return messagesOf(calls)
  // Each batch begins at another block, and goes around the chain.
  return batchesOf(
    calls.map((_, first) => Array.from({ length: batch }, (_, at) => callFor(first + at))),
  )

  function callFor(index: number): Call {
    return { method, params: [`0x${(1 + (index % blocks)).toString(16)}`, ...details] }
  }
}

/** Makes sure that the block is as large as it should be: a smaller one would flatter ommer. */
export function requireTransactions(
  body: Buffer,
  { name, transactions, batch = 1 }: BenchRequest,
): void {
  const answers = [JSON.parse(body.toString())].flat() as {
    result: readonly unknown[] | { readonly transactions: readonly unknown[] }
  }[]
  if (answers.length !== batch) throw new Error(`'${name}' has ${answers.length} responses`)
  for (const { result } of answers) {
    const found = 'transactions' in result ? result.transactions.length : result.length
    if (found !== transactions)
      throw new Error(`the response to '${name}' has ${found} transactions`)
  }
}
