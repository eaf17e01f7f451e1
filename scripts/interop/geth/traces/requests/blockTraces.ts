import { toQuantity } from '../../../../../src/primitives/hex.ts'
import type { Random } from '../../../../../src/primitives/random.ts'
import type { StateRequest } from '../../states/request.ts'
import { sample } from '../../states/sampleBlocks.ts'
import type { Subjects } from '../../states/subjects.ts'
import { tracers, unusualTracers } from '../tracers.ts'
import type { Extent } from './extent.ts'

/** `debug_traceBlockByNumber` and `debug_traceBlockByHash` of a block with every tracer. */
export function* blockTraces(
  { block: { hash, header } }: Subjects,
  random: Random,
  { isWhole }: Extent,
): Generator<StateRequest> {
  const byNumber = { method: 'debug_traceBlockByNumber', block: toQuantity(header.number) }
  const byHash = { method: 'debug_traceBlockByHash', block: hash }
  for (const config of isWhole ? tracers : sample(tracers, 12, random)) {
    const { method, block } = random.pick([byNumber, byHash])
    yield { method, params: [block, config] }
  }
  for (const { method, block } of [byNumber, byHash]) {
    yield { method, params: [block, { tracer: 'callTracer' }] }
    yield { method, params: [block, random.pick(unusualTracers)] }
  }
}
