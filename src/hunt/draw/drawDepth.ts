import type { Situation } from './event.ts'

/** How many blocks a reorg removes: mostly few, or just below, at and above what the client takes as final. */
export function drawDepth(situation: Situation): number {
  const { random, depthMax } = situation
  if (random.chance(1, 2)) return random.between(1, Math.min(3, depthMax))
  return drawDeep(situation)
}

/** The same for a reorg that is undone later: mostly many, so that the client has given up the old branch by then. */
export function drawUndoneDepth(situation: Situation): number {
  return situation.random.chance(1, 3) ? drawDepth(situation) : drawDeep(situation)
}

function drawDeep({ random, depthMax, finality }: Situation): number {
  const near = finality === undefined ? [] : [finality - 1, finality, finality + 1]
  const fit = near.filter((depth) => depth >= 1 && depth <= depthMax)
  return fit.length > 0 && random.chance(2, 3) ? random.pick(fit) : random.between(1, depthMax)
}
