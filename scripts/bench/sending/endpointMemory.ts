import { builtUrl } from '../../build/built.ts'
import { Child } from '../child.ts'
import { type Row, row } from '../report.ts'
import { bodyOf } from './bodyOf.ts'
import { CHAIN_ID, RawTransfers } from './rawTransfers.ts'

/** In KB, for an endpoint with ten transactions. */
const GOAL = 64

const TRANSFERS = 10

/** Measures the heap that an endpoint takes to which ten transfers were sent, one after another. */
export async function measureEndpointMemory(endpoints: number): Promise<Row> {
  const child = new Child('endpointMemory.mjs', { nodeOptions: ['--expose-gc'] })
  const transfers = await new RawTransfers().next(TRANSFERS)
  const kilobytes = await child.do<number>('bytesPerEndpoint', {
    build: builtUrl(),
    chainId: CHAIN_ID,
    endpoints,
    bodies: transfers.map(({ raw }) => bodyOf([raw])),
  })
  await child.stop()
  const value = kilobytes / 1000
  const comparison = { value, baseline: GOAL, ratio: value / GOAL, samples: endpoints }
  return row(`heap of an endpoint with ${TRANSFERS} transactions`, 'KB', 'the goal', comparison, 1)
}
