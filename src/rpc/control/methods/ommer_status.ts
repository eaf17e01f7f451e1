import * as v from 'valibot'
import { irregularityReasons } from '../../../chain/encoding/irregularity.ts'
import { dialects } from '../../../endpoint/dialects/dialects.ts'
import { finalityRule } from '../../../endpoint/finality.ts'
import { positionOf } from '../../../moves/blockPosition.ts'
import { blockPosition } from '../../../moves/results.ts'
import { list, nonEmptyString, object, oneOf, wholeNumber } from '../../../primitives/input.ts'
import { controlMethod } from '../controlMethod.ts'

const irregularity = object({
  since: blockPosition,
  reasons: list(oneOf(...irregularityReasons)),
})

/** What cannot be mined. */
const mining = object({
  dropped: list(object({ hash: nonEmptyString, reason: nonEmptyString })),
  problem: v.nullable(nonEmptyString),
})

export const ommer_status = controlMethod({
  summary: 'Returns the key of the request, the head and tags of the endpoint, and its settings.',
  parameters: [],
  result: {
    name: 'status',
    schema: object({
      key: nonEmptyString,
      dialect: oneOf(...Object.keys(dialects)),
      keys: list(nonEmptyString),
      head: blockPosition,
      safe: v.nullable(blockPosition),
      finalized: v.nullable(blockPosition),
      finality: finalityRule,
      lag: v.nullable(object({ behind: v.optional(nonEmptyString), blocks: wholeNumber(0) })),
      snapshots: wholeNumber(0),
      irregular: v.nullable(irregularity),
      mining: v.nullable(mining),
    }),
  },
  call(_, { key, dialect, endpoint, endpoints, isControl }) {
    return endpoint.exclusively(() => {
      const { head, finality, lag, snapshots, miner } = endpoint
      const [safe, finalized] = [endpoint.blockByTag('safe'), endpoint.blockByTag('finalized')]
      return {
        key,
        dialect: dialect.name,
        // A key authorises, so clients with another one of the endpoint do not see it.
        keys: isControl ? endpoints.keysOf(endpoint) : [key],
        head: positionOf(head),
        safe: safe === undefined ? null : positionOf(safe),
        finalized: finalized === undefined ? null : positionOf(finalized),
        finality,
        lag:
          lag === undefined
            ? null
            : { behind: isControl ? lag.behind.key : undefined, blocks: lag.by },
        snapshots: snapshots?.count ?? 0,
        irregular: head.irregularity ?? null,
        mining: miner ? { dropped: miner.dropped, problem: miner.problem ?? null } : null,
      }
    })
  },
})
