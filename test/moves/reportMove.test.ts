import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createChain } from '../../src/createChain.ts'
import type { Timeline } from '../../src/endpoint/activity/timeline.ts'
import { serve } from '../../src/serve.ts'
import { timelineOf } from '../../src/server/endpointHandle.ts'
import type { Server } from '../../src/server/serve.ts'
import { temporaryFolder } from '../support/temporaryFolder.ts'

test('a timeline has the moves of this process, not those that its journal makes again', async () => {
  const journal = join(temporaryFolder(), 'journal')
  const methodsAfter = async (work: (server: Server) => unknown) => {
    const chain = await createChain({ seed: 'timeline', blocks: 4 })
    const server = await serve(chain, { port: 0, dev: true, explorer: true, journal })
    try {
      await work(server)
      const timeline = timelineOf(server.endpoint('dev')) as Timeline
      const methods: unknown[] = []
      for (let at = timeline.first; at <= timeline.last; at++) {
        methods.push(Object(timeline.get(at)).method)
      }
      return [server.head.number, methods]
    } finally {
      await server.close()
    }
  }
  expect(await methodsAfter((server) => server.mine(2))).toEqual([6, ['ommer_mine']])
  expect(await methodsAfter(() => {})).toEqual([6, []])
})
