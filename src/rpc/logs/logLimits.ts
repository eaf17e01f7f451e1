import type { MethodContext } from '../method.ts'

/** Infura's, for a server and a dialect that say nothing else. */
const BLOCKS = 10_000
const LOGS = 10_000

/** How much one query may search and return: as the server was told, otherwise as the dialect is known to allow. */
export interface QueryLimits {
  /** how many blocks the range may have */
  readonly blocks: number
  /** the number that an error names for it */
  readonly namedBlocks: number
  /** how many results there may be */
  readonly results: number
  /** a range of so many blocks may have any number of results */
  readonly freeBlocks: number
}

type Limited = Pick<MethodContext, 'service'>

/** The limits of `eth_getLogs` and `eth_getFilterLogs`. */
export function logLimits({
  dialect,
  service,
}: Limited & Pick<MethodContext, 'dialect'>): QueryLimits {
  const { logRange, logResults } = dialect.facts
  const { rangeMax, resultsMax } = service.logLimits
  const named = rangeMax ?? logRange?.blocks ?? BLOCKS
  const countsDifference = rangeMax === undefined && logRange?.counts === 'difference'
  return {
    blocks: countsDifference ? named + 1 : named,
    namedBlocks: named,
    results: resultsMax ?? logResults?.logs ?? LOGS,
    freeBlocks: resultsMax === undefined ? (logResults?.isUnlessRange ?? 0) : 0,
  }
}

/** The limits of other queries, of which no dialect says anything. */
export function otherLimits({ service }: Limited): QueryLimits {
  const { rangeMax = BLOCKS, resultsMax = LOGS } = service.logLimits
  return { blocks: rangeMax, namedBlocks: rangeMax, results: resultsMax, freeBlocks: 0 }
}
