import { subscribe } from 'node:diagnostics_channel'
import { readFileSync } from 'node:fs'
import type { Socket } from 'node:net'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { serveParent } from '../../../scripts/bench/child.ts'
import { importBuilt } from '../../../scripts/build/built.ts'
import type { RequestArguments } from '../../../src/rpc/provider.ts'
import type { Server } from '../../../src/server/serve.ts'
import type { ServeArguments, ServerState } from '../faults/chainServer.ts'
import { testSpec } from '../testSpec.ts'

// Node itself reports the connections of the server.
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

// tsx enables them; for many errors at once, they would cost more than everything else.
process.setSourceMapsEnabled(false)

// The time that the main thread ran between two turns of the event loop: unlike a stall, it does not depend on what else
// the machine is doing.
let ranBefore = ranMs()
let longestTurnMs = 0
function endTurn(): void {
  const ran = ranMs()
  longestTurnMs = Math.max(longestTurnMs, ran - ranBefore)
  ranBefore = ran
}

/** How long the main thread has run, in milliseconds; 0 where the system does not say. */
function ranMs(): number {
  if (process.platform !== 'linux') return 0
  return Number(readFileSync('/proc/self/schedstat', 'latin1').split(' ')[0]) / 1e6
}

const stalls = monitorEventLoopDelay({ resolution: 1 })
stalls.enable()
let server: Server

serveParent({
  async listen({
    limits,
    built,
    dev,
    anyKey,
  }: ServeArguments): Promise<{ url: string; wsUrl: string }> {
    const { createChain, serve } = await (built ? importBuilt() : import('../../../src/index.ts'))
    const options = { port: 0, limits, control: true, dev, anyKey }
    server = await serve(await createChain(testSpec), options)
    setInterval(endTurn, 1)
    return { url: server.url, wsUrl: server.wsUrl }
  },

  /** The results of calls as JSON, computed in process; one per round of the event loop, so that no client waits. */
  async results(calls: readonly RequestArguments[]): Promise<string[]> {
    const results: string[] = []
    for (const call of calls) {
      results.push(JSON.stringify(await server.request(call)))
      await nextTurn()
    }
    return results
  },

  /** Resolves when at most this many connections are left. */
  async connectionsAtMost(count: number): Promise<void> {
    while (connections.size > count) {
      await new Promise<void>((resolve) => {
        onClosed = resolve
      })
    }
  },

  async measure(): Promise<ServerState> {
    const longestStallMs = stalls.max / 1e6
    // The collections would count as a stall.
    stalls.disable()
    const longestMs = longestTurnMs
    // Objects released by a first collection may keep others alive, which finalizers free in later rounds.
    for (let round = 0; round < 4; round++) {
      ;(globalThis as unknown as { gc: () => void }).gc()
      await nextTurn()
    }
    const { heapUsed, external, rss } = process.memoryUsage()
    ranBefore = ranMs()
    longestTurnMs = 0
    stalls.reset()
    stalls.enable()
    return {
      heapBytes: heapUsed,
      externalBytes: external,
      residentBytes: rss,
      peakResidentBytes: process.resourceUsage().maxRSS * 1024,
      connections: connections.size,
      handles: process.getActiveResourcesInfo().length,
      longestStallMs,
      longestTurnMs: longestMs,
    }
  },

  async close(): Promise<void> {
    await server.close()
  },
})
