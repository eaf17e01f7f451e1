import { encodeResult } from '../answer.ts'
import { method } from '../method.ts'

/** The version of the methods of Otterscan: 8, as in Erigon, Reth and Anvil. */
export const ots_getApiLevel = method({
  name: 'ots_getApiLevel',
  set: 'all',
  does: 'reads',
  summary: 'The version of the methods of Otterscan: 8.',
  params: [],
  result: { name: 'level', schema: { type: 'integer' } },
  run: () => encodeResult(8),
})
