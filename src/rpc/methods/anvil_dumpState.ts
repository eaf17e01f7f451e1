import * as v from 'valibot'
import type { SealedBlock } from '../../chain/encoding/block.ts'
import { writeAnvilState } from '../../endpoint/anvilState/writeAnvilState.ts'
import type { CanonicalChain } from '../../endpoint/view.ts'
import { encodeResult } from '../answer.ts'
import { GzippedText } from '../gzippedText.ts'
import { method } from '../method.ts'
import { namedAccounts } from '../namedAccounts.ts'
import { optional } from '../params/arguments.ts'
import { ownParameter } from '../params/ownParameter.ts'
import { ref } from '../schemas/schema.ts'

/** Writes the state after the head, with the blocks that led to it, as Anvil does (crates/anvil/src/eth/backend/db.rs). */
export const anvil_dumpState = method({
  name: 'anvil_dumpState',
  aliases: ['hardhat_dumpState'],
  set: 'dev',
  does: 'reads',
  summary:
    'The blocks, receipts and accounts of the endpoint in the format of Anvil: JSON, compressed with gzip.',
  params: [
    optional(
      ownParameter(
        'preserveHistoricalStates',
        'Only false: the states of older blocks are not written.',
        v.literal(false, 'the states of older blocks are not written: want false'),
      ),
    ),
  ],
  result: { name: 'state', schema: ref('Bytes') },
  errors: ['SERVER_ERROR', 'CALL_FAILED', 'ANSWER_TOO_LARGE'],
  async run(_, context) {
    const { view, service, runLong } = context
    const { head, chain } = view
    const canonical = view.canonicalChain()
    const blocks = path(chain.tree.first, head, canonical)
    return runLong(async (pause) => {
      const accounts = await namedAccounts(context, head, canonical, pause)
      const text = new GzippedText(service.logLimits.bytesMax)
      try {
        for (const piece of writeAnvilState(blocks, accounts, chain.rules)) {
          await text.add(piece)
          await pause(text.bytes)
        }
        return encodeResult(await text.finish())
      } finally {
        text.close()
      }
    })
  },
})

/** The blocks up to the head, oldest first. */
function path({ number: first }: SealedBlock, head: SealedBlock, canonical: CanonicalChain) {
  return Array.from(
    { length: head.number - first + 1 },
    (_, index) => canonical(first + index) as SealedBlock,
  )
}
