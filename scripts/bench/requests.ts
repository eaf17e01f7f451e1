/** A request, always for the same block, so that serving is measured and not building. */
export interface BenchRequest {
  readonly name: string
  readonly transactions: 20 | 200
  readonly method: string
  readonly details: readonly boolean[]
  /** how many such requests to send as a batch; by default one, without a batch */
  readonly batch?: number
}

export const benchRequests: readonly BenchRequest[] = [
  {
    name: 'header of a block of 20 transactions',
    transactions: 20,
    method: 'eth_getBlockByNumber',
    details: [false],
  },
  {
    name: 'block of 20 transactions',
    transactions: 20,
    method: 'eth_getBlockByNumber',
    details: [true],
  },
  {
    name: 'receipts of 20 transactions',
    transactions: 20,
    method: 'eth_getBlockReceipts',
    details: [],
  },
  {
    name: 'block of 200 transactions',
    transactions: 200,
    method: 'eth_getBlockByNumber',
    details: [true],
  },
  {
    name: 'batch of 100 headers of a block of 20 transactions',
    transactions: 20,
    method: 'eth_getBlockByNumber',
    details: [false],
    batch: 100,
  },
  {
    name: 'batch of 100 blocks of 20 transactions',
    transactions: 20,
    method: 'eth_getBlockByNumber',
    details: [true],
    batch: 100,
  },
]

/** The JSON of the request, or of the batch. */
export function requestText({ method, details, batch }: BenchRequest, block: number): string {
  const params = [`0x${block.toString(16)}`, ...details]
  const request = (id: number) => ({ jsonrpc: '2.0', id, method, params })
  if (batch === undefined) return JSON.stringify(request(1))
  return JSON.stringify(Array.from({ length: batch }, (_, index) => request(index + 1)))
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
