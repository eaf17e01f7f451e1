import * as v from 'valibot'
import { decodeBlock } from '../../../chain/encoding/decode.ts'
import { mine } from '../../../moves/kinds/mine.ts'
import { type ControlMethod, controlMethod } from '../controlMethod.ts'
import { methodsOf } from '../moveMethods.ts'

const evm_mine = new Map(methodsOf(mine)).get('evm_mine') as ControlMethod

export const evm_mine_detailed = controlMethod({
  summary:
    'Mines blocks as evm_mine does, and returns them with their transactions, as Anvil does.',
  parameters: evm_mine.parameters,
  result: { name: 'blocks', schema: v.array(v.looseObject({})) },
  async call(args, context) {
    const { endpoint, dialect } = context
    const { number } = endpoint.head
    await evm_mine.call(args, context)
    const { head } = endpoint
    const blockAt = endpoint.canonicalChain()
    const mined = Array.from({ length: head.number - number }, (_, index) =>
      blockAt(number + 1 + index),
    )
    return mined.flatMap((block) =>
      block === undefined ? [] : dialect.block(decodeBlock(block), { full: true, pending: false }),
    )
  },
})
