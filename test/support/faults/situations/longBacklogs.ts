import { deepStrictEqual, ok } from 'node:assert'
import { callMethod } from '../../callMethod.ts'
import { sized } from '../../sized.ts'
import { withEndpoint } from '../control.ts'
import type { Situation } from '../situation.ts'

/** How many filters have to be searched; one in four has no logs, but as many alternatives as a filter may have. */
const FILTERS = sized(4, 40)

/** How often the head moves between two branches, which removes and adds some twenty blocks each time. */
const MOVES = sized(10, 200)

const hash = (at: number) => `0x${String(at).padStart(64, '0')}`

/** The most alternatives in one request, none of which any log has. */
const topics = Array.from({ length: 4 }, (_, place) =>
  Array.from({ length: 1000 }, (_, at) => hash(place * 1000 + at)),
)

/** Filters that nobody polls while the head moves far and often, and that many clients poll at once afterwards. */
export const longBacklogs: Situation = {
  name: `${FILTERS} filters polled after ${MOVES} reorgs`,
  async bringAbout(server) {
    await withEndpoint(server, 'filtered', { head: 20 }, async ({ url, controlUrl }) => {
      const create = (filter: object) => callMethod<string>(url, 'eth_newFilter', filter)
      const poll = (id: string) => callMethod<unknown[]>(url, 'eth_getFilterChanges', id)
      await callMethod(controlUrl, 'ommer_snapshot')
      await callMethod(controlUrl, 'ommer_reorg', { depth: 20, length: 21, force: true })
      await callMethod(controlUrl, 'ommer_snapshot')
      const ids = await Promise.all(
        Array.from({ length: FILTERS }, (_, place) => create(place % 4 === 0 ? { topics } : {})),
      )
      for (let move = 0; move < MOVES; move++) {
        await callMethod(controlUrl, 'ommer_revert', 1 + (move % 2))
      }
      const found = await Promise.all(ids.map(poll))
      ok((found[1] ?? []).length > 0)
      for (const [place, logs] of found.entries()) {
        deepStrictEqual(logs, place % 4 === 0 ? [] : found[1])
      }
    })
  },
}
