import type { MethodDescription } from '../openrpc/description.ts'
import { arrayOf, closedObject, ref, type Schema } from '../openrpc/schema.ts'
import { address } from '../params/address.openrpc.ts'
import { stateBlock } from '../params/stateBlock.openrpc.ts'
import { storageKeys } from '../params/storageKeys.openrpc.ts'

const nodes: Schema = {
  ...arrayOf(ref('Bytes')),
  description: 'The RLP of the trie nodes on the path to the value, root first.',
}

export const description: MethodDescription = {
  summary: 'An account and slots of its storage, with Merkle proofs (EIP-1186).',
  params: [address, storageKeys, stateBlock],
  result: {
    name: 'proof',
    schema: closedObject({
      address: ref('Address'),
      accountProof: nodes,
      balance: ref('Quantity'),
      codeHash: ref('Hash', 'Zeros for an account that does not exist.'),
      nonce: ref('Quantity'),
      storageHash: ref('Hash', 'Zeros for an account that does not exist.'),
      storageProof: arrayOf(
        closedObject({
          key: {
            description: 'As requested if it has 32 bytes, otherwise a number.',
            type: 'string',
            pattern: '^0x([0-9a-f]{64}|0|[1-9a-f][0-9a-f]*)$',
          },
          value: ref('Quantity'),
          proof: nodes,
        }),
      ),
    }),
  },
  errors: ['UNKNOWN_BLOCK', 'SERVER_ERROR'],
}
