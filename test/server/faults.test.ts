import { afterAll, beforeAll, expect, test } from 'vitest'
import { ChainServer } from '../support/faults/chainServer.ts'
import { openFilesMax } from '../support/faults/openFiles.ts'
import { percentile } from '../support/faults/percentile.ts'
import { situations } from '../support/faults/situations/situations.ts'
import { survive } from '../support/faults/survive.ts'

/** What may be kept after a situation is over: kept answers, compiled code. */
const KEPT_BYTES_MAX = 40_000_000

let server: ChainServer
beforeAll(async () => {
  server = await ChainServer.start()
})
afterAll(() => server.stop())

test.for(situations)('$name', async (situation, { skip }) => {
  const { openFiles = 0 } = situation
  const filesMax = openFilesMax()
  skip(openFiles > filesMax, `it takes ${openFiles} open files, and the limit is ${filesMax}`)
  const before = await server.measure()
  const { wrong, latenciesMs } = await survive(situation, server)
  expect(wrong).toEqual([])
  await server.connectionsAtMost(0)
  const after = await server.measure()
  expect(after.handles).toBeLessThanOrEqual(before.handles)
  expect(after.heapBytes - before.heapBytes).toBeLessThan(KEPT_BYTES_MAX)
  expect(after.externalBytes - before.externalBytes).toBeLessThan(KEPT_BYTES_MAX)
  expect(server.stderr).toBe('')
  console.info(`p99 of ${latenciesMs.length}: ${percentile(latenciesMs, 0.99).toFixed(1)} ms`)
})
