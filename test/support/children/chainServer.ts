import { subscribe } from 'node:diagnostics_channel'
import type { Socket } from 'node:net'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { importBuilt } from '../../../scripts/bench/build.ts'
import { serveParent } from '../../../scripts/bench/child.ts'
import type { RequestArguments } from '../../../src/rpc/provider.ts'
import type { Server } from '../../../src/server/serve.ts'
import type { ServeArguments, ServerState } from '../faults/chainServer.ts'
import { testSpec } from '../testSpec.ts'

// Of the connections that the server has, Node itself tells.
const connections = new Set<Socket>()
let onClosed = (): void => {}
subscribe('net.server.socket', (message) => {
  const { socket } = message as { socket: Socket }
  connections.add(socket)
  socket.once('close', () => {
    connections.delete(socket)
    onClosed()
  })
})

// tsx sets them; where many errors are made at once, they would cost more than all else.
process.setSourceMapsEnabled(false)

const stalls = monitorEventLoopDelay({ resolution: 1 })
stalls.enable()
let server: Server

serveParent({
  async listen({ limits, built }: ServeArguments): Promise<{ url: string; wsUrl: string }> {
    const { createChain, serve } = await (built ? importBuilt() : import('../../../src/index.ts'))
    server = await serve(await createChain(testSpec), { port: 0, limits, control: true })
    return { url: server.url, wsUrl: server.wsUrl }
  },

  /** The results of calls as JSON, had without the network; one a turn, so that nobody waits. */
  async results(calls: readonly RequestArguments[]): Promise<string[]> {
    const results: string[] = []
    for (const call of calls) {
      results.push(JSON.stringify(await server.request(call)))
      await nextTurn()
    }
    return results
  },

  /** Resolves when no more connections than that are left. */
  async connectionsAtMost(count: number): Promise<void> {
    while (connections.size > count) {
      await new Promise<void>((resolve) => {
        onClosed = resolve
      })
    }
  },

  async measure(): Promise<ServerState> {
    // What a first collection lets go of may hold on to more, which finalizers free in turns.
    for (let round = 0; round < 4; round++) {
      ;(globalThis as unknown as { gc: () => void }).gc()
      await nextTurn()
    }
    const { heapUsed, external, rss } = process.memoryUsage()
    const longestStallMs = stalls.max / 1e6
    stalls.reset()
    return {
      heapBytes: heapUsed,
      externalBytes: external,
      residentBytes: rss,
      peakResidentBytes: process.resourceUsage().maxRSS * 1024,
      connections: connections.size,
      handles: process.getActiveResourcesInfo().length,
      longestStallMs,
    }
  },

  async close(): Promise<void> {
    await server.close()
  },
})
