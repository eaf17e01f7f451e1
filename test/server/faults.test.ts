import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { ChainServer, type ServerState } from '../support/faults/chainServer.ts'
import { openFilesMax } from '../support/faults/openFiles.ts'
import { percentile } from '../support/faults/percentile.ts'
import { situations } from '../support/faults/situations/situations.ts'
import { survive } from '../support/faults/survive.ts'
import { Witness } from '../support/faults/witness.ts'

/** Memory that may remain in use after a situation: cached answers, compiled code. */
const KEPT_BYTES_MAX = 40_000_000

/** Only ends the wait for what is never released. */
const RELEASED_WITHIN_MS = 600_000

const witness = Witness.launch()
afterAll(() => witness.end())

describe.each([
  { name: 'a server', dev: false },
  { name: 'a server with dev', dev: true },
])('$name survives', ({ dev }) => {
  let server: ChainServer
  /** The state of the idle server. */
  let atRest: ServerState
  beforeAll(async () => {
    server = await ChainServer.start({ built: true, dev })
    atRest = await server.measure()
  })
  afterAll(() => server.stop())

  test.for(situations.filter((each) => dev === (each.dev ?? false)))(
    '$name',
    async (situation, { skip }) => {
      const { openFiles = 0 } = situation
      const filesMax = openFilesMax()
      skip(openFiles > filesMax, `it takes ${openFiles} open files, and the limit is ${filesMax}`)
      const before = atRest
      const { wrong, latenciesMs } = await survive(situation, server, witness)
      expect(wrong).toEqual([])
      await server.connectionsAtMost(0)
      // The last timers, writes and requests end shortly after the connections do.
      await vi.waitFor(async () => {
        atRest = await server.measure()
        expect(atRest.handles).toBeLessThanOrEqual(before.handles)
        expect(atRest.heapBytes - before.heapBytes).toBeLessThan(KEPT_BYTES_MAX)
        expect(atRest.externalBytes - before.externalBytes).toBeLessThan(KEPT_BYTES_MAX)
      }, RELEASED_WITHIN_MS)
      expect(server.stderr).toBe('')
      console.info(`p99 of ${latenciesMs.length}: ${percentile(latenciesMs, 0.99).toFixed(1)} ms`)
    },
  )
})
