import { mix32 } from '../../primitives/random.ts'
import type { TrafficKind } from './kind.ts'

/**
 * Chooses by weight such that a kind that is added takes places from the others but never swaps them: each kind
 * draws as many tickets as it weighs, from its own name and the place's number, and the lowest ticket of all wins.
 *
 * @param kinds at least one
 * @param place a random number of 32 bits that belongs to this place in the block
 */
export function selectKind(kinds: readonly TrafficKind[], place: number): TrafficKind {
  let winner = kinds[0] as TrafficKind
  let lowest = Number.POSITIVE_INFINITY
  for (const kind of kinds) {
    const start = place ^ hashName(kind.name)
    for (let index = kind.weight; index > 0; index--) {
      const ticket = mix32(start + Math.imul(index, 0x9e3779b9))
      if (ticket < lowest) {
        lowest = ticket
        winner = kind
      }
    }
  }
  return winner
}

/** FNV-1a, 32 bits. */
function hashName(name: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < name.length; at++) {
    hash = Math.imul(hash ^ name.charCodeAt(at), 0x01000193)
  }
  return hash
}
