import type { Random } from '../../primitives/random.ts'
import type { Step } from '../../scenario/step.ts'
import { headMoves } from './headMoves.ts'
import type { Profile } from './profile.ts'

/** What an event may depend on: where the chain is, and what the client does. */
export interface Situation {
  readonly random: Random
  readonly profile: Profile
  /** key of the endpoint whose head it moves */
  readonly node: string
  /** number of its head */
  readonly head: number
  /** how many of the newest blocks the client may not have read yet */
  readonly fresh: number
  /** the most blocks that a reorg may remove now, which is at least 1 */
  readonly depthMax: number
  /** the same for a branch that is undone again, which may remove what only the client takes as final */
  readonly undoneMax: number
  /** how many blocks below the head the client may take as final: it moves that with the head, or in steps; none if unknown */
  readonly finalDistances: readonly number[]
  /** how many blocks below the head are final on the chain */
  readonly finalized: number
  /** whether finalized blocks may be removed */
  readonly force: boolean
  /** a name for a snapshot that no other event has */
  readonly snapshot: string
  /** keys of the endpoints that follow it, and may lag */
  readonly followers: readonly string[]
}

/** Something that happens in a scenario: one or several steps that belong together. */
export interface DrawnEvent {
  /** the name of its kind */
  readonly kind: string
  /** key of the endpoint whose head it moves */
  readonly node: string
  readonly steps: readonly Step[]
}

/** A kind of event. To add one, write its file in `kinds/` and list it in `eventKinds.ts`. */
export interface EventKind {
  readonly summary: string
  /** how often it is drawn, compared with others */
  readonly weight: number
  /** whether many clients do not claim to handle it, so that it is drawn with `beyond` only: default false */
  readonly isBeyond?: boolean
  /** whether nothing else follows: default false */
  readonly isLast?: boolean
  /** undefined where it cannot happen. Steps without an endpoint are for the node. */
  draw(situation: Situation): readonly Step[] | undefined
}

/** The situation after steps that move the head of the node. */
export function after(situation: Situation, ...steps: readonly Step[]): Situation {
  const { head, kept } = headMoves(steps, situation.node)
  return { ...situation, head: situation.head + head, fresh: head - kept }
}
