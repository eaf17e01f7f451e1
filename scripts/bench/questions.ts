/** What is asked for: every time the same block, so that it is serving that is measured, not building. */
export interface Question {
  readonly name: string
  readonly transactions: 20 | 200
  readonly method: string
  readonly details: readonly boolean[]
  /** how many such requests go together; by default one goes alone */
  readonly batch?: number
}

export const questions: readonly Question[] = [
  { name: 'header', transactions: 20, method: 'eth_getBlockByNumber', details: [false] },
  { name: 'block of 20', transactions: 20, method: 'eth_getBlockByNumber', details: [true] },
  { name: 'receipts of 20', transactions: 20, method: 'eth_getBlockReceipts', details: [] },
  { name: 'block of 200', transactions: 200, method: 'eth_getBlockByNumber', details: [true] },
  {
    name: 'batch of 100 headers',
    transactions: 20,
    method: 'eth_getBlockByNumber',
    details: [false],
    batch: 100,
  },
  {
    name: 'batch of 100 blocks of 20',
    transactions: 20,
    method: 'eth_getBlockByNumber',
    details: [true],
    batch: 100,
  },
]

/** The request, or the batch of them, as it is sent. */
export function requestText({ method, details, batch }: Question, block: number): string {
  const params = [`0x${block.toString(16)}`, ...details]
  const request = (id: number) => ({ jsonrpc: '2.0', id, method, params })
  if (batch === undefined) return JSON.stringify(request(1))
  return JSON.stringify(Array.from({ length: batch }, (_, index) => request(index + 1)))
}

/** A figure for a block that turned out small would flatter. */
export function requireTransactions(
  body: Buffer,
  { name, transactions, batch = 1 }: Question,
): void {
  const answers = [JSON.parse(body.toString())].flat() as {
    result: readonly unknown[] | { readonly transactions: readonly unknown[] }
  }[]
  if (answers.length !== batch) throw new Error(`'${name}' has ${answers.length} answers`)
  for (const { result } of answers) {
    const found = 'transactions' in result ? result.transactions.length : result.length
    if (found !== transactions) throw new Error(`the answer to '${name}' has ${found} transactions`)
  }
}
