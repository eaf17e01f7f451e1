import type { Situation } from './event.ts'

/** In blocks: how far below what the client takes as final a branch may begin that is undone again. */
const BELOW_FINAL_MAX = 6

/** How many blocks a reorg removes: mostly few, or just below, at and above what the client takes as final. */
export function drawDepth(situation: Situation): number {
  const { random, depthMax } = situation
  if (random.chance(1, 2)) return random.between(1, Math.min(3, depthMax))
  return drawDeep(situation, depthMax)
}

/** The same for a reorg that is undone later: mostly many, so that the client has given up the old branch by then. */
export function drawUndoneDepth(situation: Situation): number {
  const { random, undoneMax } = situation
  return random.chance(1, 3) ? drawDepth(situation) : drawDeep(situation, undoneMax)
}

function drawDeep({ random, finalDistances }: Situation, most: number): number {
  const below = random.between(2, BELOW_FINAL_MAX)
  const near = finalDistances.flatMap((final) => [final - 1, final, final + 1, final + below])
  const fit = near.filter((depth) => depth >= 1 && depth <= most)
  return fit.length > 0 && random.chance(2, 3) ? random.pick(fit) : random.between(1, most)
}
