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
    const { random, node, followers, force } = situation
    const count = random.between(BLOCKS_MIN, BLOCKS_MAX)
    const steps = [...drawWait(situation)]
    if (random.chance(1, 2)) {
      steps.push({ reorg: { ...drawReorg(situation), ...(force && { force }) } })
    }
    if (followers.length > 0 && random.chance(1, 2)) {
      const lag = { behind: node, blocks: count }
      steps.push({ lag, endpoint: random.pick(followers) })
    }
    return [...steps, { mine: count }]
  },
}
