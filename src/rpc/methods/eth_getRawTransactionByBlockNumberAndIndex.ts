import { canonicalBlock } from '../canonicalBlock.ts'
import { method } from '../method.ts'
import { blockParameter } from '../params/blockParameter.ts'
import { transactionIndex } from '../params/indexPosition.ts'
import { rawTransactionAt } from '../rawAnswers.ts'
import { ref } from '../schemas/schema.ts'

/** A transaction of a block of the canonical chain in its binary encoding, EIP-2718 (geth). */
export const eth_getRawTransactionByBlockNumberAndIndex = method({
  name: 'eth_getRawTransactionByBlockNumberAndIndex',
  set: 'all',
  does: 'reads',
  faults: ['body'],
  summary: 'A transaction by its index in a block, in its binary encoding (EIP-2718).',
  params: [blockParameter, transactionIndex],
  result: { name: 'transaction', schema: ref('Bytes', 'Empty if there is no such transaction.') },
  run: ([block, index], context) => {
    const { view } = context
    if (block === 'pending') {
      return view.pendingBlock().then((pending) => rawTransactionAt(context, pending, index))
    }
    return rawTransactionAt(context, canonicalBlock(view, block), index)
  },
})
