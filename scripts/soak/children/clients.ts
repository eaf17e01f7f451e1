import { setTimeout } from 'node:timers/promises'
import { importBuilt } from '../../bench/build.ts'
import { serveParent } from '../../bench/child.ts'
import { below } from '../chance.ts'
import { HttpLine, WebSocketLine } from '../line.ts'
import { Oracle } from '../oracle.ts'
import type { ChainSource, Urls } from '../parts.ts'
import { addExample, emptyTally, type Tally } from '../tally.ts'
import { receiveVisitors, type Scene } from '../visit.ts'

/** How long responses in flight at the end may take. */
const PATIENCE_MILLISECONDS = 30_000

const tally = emptyTally()
let oracle: Oracle
let isOver = false
let visitors: Promise<unknown>

serveParent({
  makeChain: async ({ spec, cache }: ChainSource): Promise<void> => {
    const { createChain } = await importBuilt()
    oracle = await Oracle.of(await createChain(spec, { cache }))
  },
  /** Starts clients that connect and disconnect until the end. */
  begin: ({ urls, transport, lines }: Assignment): void => {
    const open: Scene['open'] = (dialect) =>
      transport === 'http'
        ? HttpLine.open(urls[dialect].http, below(4) === 0)
        : WebSocketLine.open(urls[dialect].webSocket)
    const scene: Scene = { open, oracle, tally, goesOn: () => !isOver }
    visitors = Promise.all(Array.from({ length: lines }, () => receiveVisitors(scene)))
  },
  prepare: (count: number) => oracle.prepare(count),
  settle: () => oracle.settle(),
  tally: (): Tally => tally,
  end: async (): Promise<Tally> => {
    isOver = true
    const outcome = await Promise.race([visitors, setTimeout(PATIENCE_MILLISECONDS, 'late')])
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
  readonly lines: number
}
