import { drawWait } from '../drawWait.ts'
import type { EventKind } from '../event.ts'
import { drawReorg } from './reorg.ts'

/** In blocks: more than many clients read at once. */
const BLOCKS_MIN = 66
const BLOCKS_MAX = 80

export const leap: EventKind = {
  summary:
    'many new blocks at once, as after an outage, perhaps on another branch, or with a replica that stays behind',
  weight: 1,
  draw(situation) {
    const { random, node, head, followers, force } = situation
    const count = random.between(BLOCKS_MIN, BLOCKS_MAX)
    const wait = drawWait(situation)
    if (random.chance(1, 2)) {
      const reorg = { ...drawReorg(situation), ...(force && { force }) }
      return [...wait, { reorg }, { mine: count }]
    }
    if (followers.length === 0 || random.chance(1, 2)) return [...wait, { mine: count }]
    const endpoint = random.pick(followers)
    const lag = { behind: node, blocks: count }
    // Its head stays where it is, and does not go back and forth.
    return [...wait, { advanceTo: head, endpoint }, { mine: count }, { lag, endpoint }]
  },
}
