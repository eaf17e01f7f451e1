import { callMethod } from '../../../test/support/callMethod.ts'
import { serveParent } from '../../bench/child.ts'
import type { WritableUrls } from '../sender.ts'
import { Neighbour } from '../suites/neighbour.ts'
import type { NeighbourTally } from '../suites/tally.ts'

let neighbour: Neighbour
let control: string

serveParent({
  begin: (urls: WritableUrls): void => {
    neighbour ??= new Neighbour(urls)
    control = urls.control
    neighbour.begin()
  },
  /** Ends its requests, and closes its endpoints. */
  pause: () =>
    neighbour.pause((key) => callMethod(`${control}/${key}`, 'ommer_closeEndpoint', key)),
  tally: (): NeighbourTally => neighbour.tally,
})
