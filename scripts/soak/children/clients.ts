import { setTimeout } from 'node:timers/promises'
import { serveParent } from '../../bench/child.ts'
import { importBuilt } from '../../build/built.ts'
import { below } from '../chance.ts'
import { type ClientContext, runClients } from '../client.ts'
import { HttpConnection, WebSocketConnection } from '../connection.ts'
import { Oracle } from '../oracle.ts'
import type { ChainSource, Urls } from '../parts.ts'
import { addExample, emptyTally, type Tally } from '../tally.ts'

/** How long responses in flight at the end may take. */
const PATIENCE_MILLISECONDS = 30_000

const tally = emptyTally()
let oracle: Oracle
let isOver = false
let clients: Promise<unknown>

serveParent({
  makeChain: async ({ spec, cache }: ChainSource): Promise<void> => {
    const { createChain } = await importBuilt()
    oracle = await Oracle.of(await createChain(spec, { cache }))
  },
  /** Starts clients that connect and disconnect until the end. */
  begin: ({ urls, transport, connections }: Assignment): void => {
    const open: ClientContext['open'] = (dialect) =>
      transport === 'http'
        ? HttpConnection.open(urls[dialect].http, below(4) === 0)
        : WebSocketConnection.open(urls[dialect].webSocket)
    const context: ClientContext = { open, oracle, tally, isRunning: () => !isOver }
    clients = Promise.all(Array.from({ length: connections }, () => runClients(context)))
  },
  prepare: (count: number) => oracle.prepare(count),
  settle: () => oracle.settle(),
  tally: (): Tally => tally,
  end: async (): Promise<Tally> => {
    isOver = true
    const outcome = await Promise.race([clients, setTimeout(PATIENCE_MILLISECONDS, 'late')])
    if (outcome === 'late') {
      tally.errors++
      addExample(tally, 'error: a response never arrived')
    }
    return tally
  },
})

interface Assignment {
  readonly urls: Urls
  readonly transport: 'http' | 'webSocket'
  readonly connections: number
}
