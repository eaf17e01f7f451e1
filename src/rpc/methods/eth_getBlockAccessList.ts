import { accessListJson } from '../../endpoint/accessListJson.ts'
import { accessListOf, blockOfAccessList } from '../accessListAnswers.ts'
import { nullAnswer } from '../answer.ts'
import { method } from '../method.ts'
import { requiredStateBlock } from '../params/stateBlock.ts'
import { arrayOf, closedObject, orNull, ref, type Schema } from '../schemas/schema.ts'

const changesOf = (value: Schema) => arrayOf(closedObject({ index: ref('Quantity'), value }))

const account: Schema = closedObject({
  address: ref('Address'),
  storageChanges: arrayOf(closedObject({ key: ref('Hash'), changes: changesOf(ref('Hash')) })),
  storageReads: arrayOf(ref('Hash')),
  balanceChanges: changesOf(ref('Quantity')),
  nonceChanges: changesOf(ref('Quantity')),
  codeChanges: arrayOf(closedObject({ index: ref('Quantity'), code: ref('Bytes') })),
})

/** What a block accesses, and the values that it leaves (EIP-7928, execution-apis). */
export const eth_getBlockAccessList = method({
  name: 'eth_getBlockAccessList',
  // Of reth, Besu, Nimbus and Anvil.
  aliases: ['eth_getBlockAccessListByBlockHash', 'eth_getBlockAccessListByBlockNumber'],
  set: 'all',
  does: 'reads',
  summary: 'What a block accesses, and the values after each transaction (EIP-7928).',
  params: [requiredStateBlock],
  result: { name: 'accessList', schema: orNull(arrayOf(account)) },
  errors: ['RESOURCE_NOT_FOUND', 'PRUNED', 'UNKNOWN_BLOCK'],
  run: ([parameter], context) => {
    const block = blockOfAccessList(context, parameter)
    if (block === undefined) return nullAnswer
    const list = accessListOf(block)
    return context.service.answers.sharedAnswer(block, 'access list', () => accessListJson(list))
  },
})
