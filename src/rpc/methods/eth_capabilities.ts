import { toQuantity } from '../../primitives/hex.ts'
import { encodeResult } from '../answer.ts'
import { method } from '../method.ts'
import { closedObject, ref, type Schema } from '../schemas/schema.ts'

const resource = (description: string): Schema => ({
  description,
  oneOf: [
    closedObject({ disabled: { const: false }, oldestBlock: ref('Quantity') }),
    closedObject({ disabled: { const: true } }),
  ],
})

/** Which data the service has, and from which block on (execution-apis). */
export const eth_capabilities = method({
  name: 'eth_capabilities',
  set: 'all',
  does: 'reads',
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
  run: (_, { view: { head, chain } }) => {
    const { states, tree, earlier } = chain
    // What a fork does not have, it reads.
    const oldest = earlier === undefined ? tree.first.number : 0
    const kept = { disabled: false, oldestBlock: toQuantity(oldest) }
    const nothing = { disabled: true }
    const state = states.areAvailable ? kept : nothing
    return encodeResult({
      head: { number: toQuantity(head.number), hash: head.hash },
      state,
      tx: kept,
      logs: kept,
      receipts: kept,
      blocks: kept,
      stateproofs: state,
    })
  },
})
