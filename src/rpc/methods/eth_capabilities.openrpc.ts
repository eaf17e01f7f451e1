import type { MethodDescription } from '../openrpc/description.ts'
import { closedObject, ref, type Schema } from '../openrpc/schema.ts'

const resource = (description: string): Schema => ({
  description,
  oneOf: [
    closedObject({ disabled: { const: false }, oldestBlock: ref('Quantity') }),
    closedObject({ disabled: { const: true } }),
  ],
})

export const description: MethodDescription = {
  summary: 'Which data is available, and from which block on.',
  params: [],
  result: {
    name: 'capabilities',
    schema: closedObject({
      head: closedObject({ number: ref('Quantity'), hash: ref('Hash') }),
      state: resource('Balances, nonces, code and storage, and calls.'),
      tx: resource('Transactions.'),
      logs: resource('Logs.'),
      receipts: resource('Receipts.'),
      blocks: resource('Blocks.'),
      stateproofs: resource('Proofs of accounts.'),
    }),
  },
}
