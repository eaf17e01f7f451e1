import * as v from 'valibot'
import { dialects } from '../../../endpoint/dialects/dialects.ts'
import { finalityRule } from '../../../endpoint/finality.ts'
import { positionOf } from '../../../moves/blockPosition.ts'
import { lagOptions } from '../../../moves/kinds/setLag.ts'
import { blockPosition } from '../../../moves/results.ts'
import { list, nonEmptyString, object, oneOf, wholeNumber } from '../../../primitives/input.ts'
import { controlMethod } from '../controlMethod.ts'

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
      lag: v.nullable(lagOptions),
      snapshots: wholeNumber(0),
    }),
  },
  call(_, { key, dialect, endpoint, endpoints }) {
    return endpoint.inTurn(() => {
      const { head, finality, lag, snapshotCount } = endpoint
      const [safe, finalized] = [endpoint.blockByTag('safe'), endpoint.blockByTag('finalized')]
      return {
        key,
        dialect: dialect.name,
        keys: endpoints.keysOf(endpoint),
        head: positionOf(head),
        safe: safe === undefined ? null : positionOf(safe),
        finalized: finalized === undefined ? null : positionOf(finalized),
        finality,
        lag: lag === undefined ? null : { behind: lag.behind.key, blocks: lag.by },
        snapshots: snapshotCount,
      }
    })
  },
})
