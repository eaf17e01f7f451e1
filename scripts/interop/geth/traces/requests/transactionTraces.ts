import type { Random } from '../../../../../src/primitives/random.ts'
import type { StateRequest } from '../../states/request.ts'
import { sample } from '../../states/sampleBlocks.ts'
import type { Subjects } from '../../states/subjects.ts'
import { tracers, unusualTracers } from '../tracers.ts'
import type { Extent } from './extent.ts'

/** `debug_traceTransaction` of transactions of a block. */
export function* transactionTraces(
  { block: { transactions } }: Subjects,
  random: Random,
  { isWhole }: Extent,
): Generator<StateRequest> {
  const chosen = isWhole ? transactions : sample(transactions, 4, random)
  for (const { hash } of chosen) {
    const configs = isWhole ? tracers : sample(tracers, 8, random)
    for (const config of configs) {
      yield { method: 'debug_traceTransaction', params: [hash, config] }
    }
    yield { method: 'debug_traceTransaction', params: [hash] }
    const config = random.pick(unusualTracers)
    yield { method: 'debug_traceTransaction', params: [hash, config] }
  }
}
