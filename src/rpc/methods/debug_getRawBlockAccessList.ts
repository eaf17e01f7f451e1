import { toHex } from '../../primitives/hex.ts'
import { accessListNotFound, accessListOf, blockOfAccessList } from '../accessListAnswers.ts'
import { method } from '../method.ts'
import { requiredStateBlock } from '../params/stateBlock.ts'
import { ref } from '../schemas/schema.ts'

/** The RLP of a block's access list (EIP-7928, execution-apis). */
export const debug_getRawBlockAccessList = method({
  name: 'debug_getRawBlockAccessList',
  // Of reth and Anvil.
  aliases: ['eth_getBlockAccessListRaw'],
  set: 'all',
  does: 'reads',
  summary: 'The RLP of what a block accesses (EIP-7928).',
  params: [requiredStateBlock],
  result: { name: 'accessList', schema: ref('Bytes') },
  errors: ['RESOURCE_NOT_FOUND', 'PRUNED', 'UNKNOWN_BLOCK'],
  run: ([parameter], context) => {
    const block = blockOfAccessList(context, parameter)
    if (block === undefined) throw accessListNotFound()
    const list = accessListOf(block)
    return context.service.answers.sharedAnswer(block, 'raw access list', () => toHex(list))
  },
})
