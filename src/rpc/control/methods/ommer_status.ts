import { decodeArguments } from '../../params/arguments.ts'
import type { ControlMethod } from '../controlMethod.ts'
import { position } from '../position.ts'

/**
 * Tells how the endpoint stands.
 *
 * Result: object with the `key` by which it was asked, and its `dialect`; `keys`, all that name this endpoint; `head`, `safe` and `finalized`, each `number` and `hash` or null; `finality`, as
 * `ommer_setFinality` takes it; `lag`, as `ommer_setLag` takes it; `snapshots`, how many there are.
 */
export const ommer_status: ControlMethod = (params, { key, dialect, endpoint, endpoints }) => {
  decodeArguments(params, [])
  return endpoint.inTurn(() => {
    const { head, finality, lag, snapshotCount } = endpoint
    const [safe, finalized] = [endpoint.blockByTag('safe'), endpoint.blockByTag('finalized')]
    return {
      key,
      dialect: dialect.name,
      keys: endpoints.keysOf(endpoint),
      head: position(head),
      safe: safe === undefined ? null : position(safe),
      finalized: finalized === undefined ? null : position(finalized),
      finality,
      lag: lag === undefined ? null : { behind: lag.behind.key, blocks: lag.by },
      snapshots: snapshotCount,
    }
  })
}
