import type { EventKind, Situation } from '../../../src/hunt/draw/event.ts'
import { Random } from '../../../src/primitives/random.ts'
import type { Step } from '../../../src/scenario/step.ts'

/** A client that polls the head of a node and reads blocks from its replica. */
const base: Omit<Situation, 'random'> = {
  profile: {
    polls: [{ method: 'eth_blockNumber', named: undefined, count: 4, atReplica: 2 }],
    work: [{ method: 'eth_getBlockByHash', named: 'hash', count: 9, atReplica: 9 }],
    fields: new Map(),
    asksNodes: true,
    asksForFinality: false,
    finality: undefined,
  },
  node: 'node',
  head: 12,
  fresh: 13,
  depthMax: 8,
  undoneMax: 8,
  finalDistances: [],
  finalized: 8,
  force: false,
  snapshot: 's0',
  followers: ['replica'],
}

/** A situation at block 12 of a node that has a replica. */
export function situation(random: Random, more: Partial<Situation> = {}): Situation {
  return { ...base, random, ...more }
}

/** What a kind draws in a situation, as often as there is a difference. */
export function drawMany(
  { draw }: EventKind,
  more: Partial<Situation> = {},
): readonly (readonly Step[])[] {
  return Array.from({ length: 200 }, (_, index) =>
    draw(situation(new Random(`many ${index}`), more)),
  ).filter((steps) => steps !== undefined)
}

/** The names of steps, without waits. */
export function namesOf(steps: readonly Step[]): string {
  const names = steps.map((step) => Object.keys(step).filter((name) => name !== 'endpoint')[0])
  return names.filter((name) => name !== 'waitFor').join(' ')
}
