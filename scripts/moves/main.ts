import { Child } from '../bench/child.ts'
import { median } from '../bench/statistics.ts'
import { buildPackage } from '../build/buildPackage.ts'
import { importBuilt } from '../build/built.ts'
import { requestHead } from './requestHead.ts'
import { timePerTest } from './timePerTest.ts'

// Measures what a test waits for before it starts and between its steps, in milliseconds: `npm run moves`.

const RUNS = 50

/** How many processes to start, each to serve for the first time. */
const PROCESSES = 10

/** How often to run vitest with 200 tests. */
const TEST_RUNS = 5

await buildPackage()
const { createChain, serve } = await importBuilt()
const chain = await createChain({ seed: 'moves', blocks: 64, preset: 'latest' })

/** Milliseconds: the median and the maximum of the runs. */
const figures: Record<string, { runs: number; median: number; most: number }> = {}

await measure(
  'serve to first response over HTTP, in a new process',
  async () => {
    const process = new Child(new URL('children/freshServer.ts', import.meta.url))
    const milliseconds = await process.do<number>('firstAnswer')
    await process.stop()
    return milliseconds
  },
  PROCESSES,
)
await measure('serve to first response over HTTP, again', async () => {
  const start = performance.now()
  const server = await serve(chain, { port: 0 })
  await requestHead(server.url)
  const milliseconds = performance.now() - start
  await server.close()
  return milliseconds
})

const server = await serve(chain, { port: 0 })
let count = 0
await measure('a new endpoint', async () => {
  const key = `endpoint-${count++}`
  return timed(() => server.endpoint(key, { head: 32 }))
})
const mover = server.endpoint('mover', { head: 0 })
await measure('mine(1) over existing blocks', () => timed(() => mover.mine(1)))
const reorganized = server.endpoint('reorganized', { head: 48 })
const snapshot = await reorganized.snapshot()
await reorganized.reorg({ depth: 3 })
await measure('a reorg of 3 blocks to an existing branch', async () => {
  await reorganized.revert(snapshot)
  return timed(() => reorganized.reorg({ depth: 3 }))
})
await server.close()
await measure(
  'a vitest test with an endpoint and a reorg of 3 blocks, beyond an empty test',
  async () => timePerTest(),
  TEST_RUNS,
)
console.log(JSON.stringify({ node: process.version, figures }, undefined, 2))

async function measure(what: string, run: () => Promise<number>, runs = RUNS): Promise<void> {
  const milliseconds: number[] = []
  for (let i = 0; i < runs; i++) milliseconds.push(await run())
  const rounded = (value: number) => Number(value.toPrecision(3))
  figures[what] = {
    runs,
    median: rounded(median(milliseconds)),
    most: rounded(Math.max(...milliseconds)),
  }
}

async function timed(work: () => unknown): Promise<number> {
  const start = performance.now()
  await work()
  return performance.now() - start
}
