import type { MethodDescription } from '../openrpc/description.ts'
import { ref } from '../openrpc/schema.ts'
import { address } from '../params/address.openrpc.ts'
import { stateBlock } from '../params/stateBlock.openrpc.ts'
import { storageKey } from '../params/storageKey.openrpc.ts'

export const description: MethodDescription = {
  summary: "The value of a slot of a contract's storage.",
  params: [address, storageKey, stateBlock],
  result: { name: 'value', schema: ref('Hash') },
  errors: ['UNKNOWN_BLOCK', 'SERVER_ERROR'],
}
