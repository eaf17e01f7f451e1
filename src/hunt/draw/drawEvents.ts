import type { Random } from '../../primitives/random.ts'
import { firstOfEachChain } from '../../scenario/firstOfEachChain.ts'
import type { ScenarioEndpoint } from '../../scenario/scenario.ts'
import type { Step } from '../../scenario/step.ts'
import { isAllRead } from './allReadAfter.ts'
import { type Base, type DrawOptions, FINALITY } from './drawBase.ts'
import { askedFor, followersOf } from './endpoints.ts'
import type { DrawnEvent, Situation } from './event.ts'
import { type EventName, eventKinds, isLast } from './eventKinds.ts'
import { headMoves } from './headMoves.ts'
import type { Profile } from './profile.ts'

/** How many kinds are drawn for an event, because some cannot happen. */
const DRAWS_MAX = 5

/** Those events, and more after them. */
export function drawEvents(
  random: Random,
  base: Base,
  before: readonly DrawnEvent[],
  count: number,
  options: DrawOptions,
  profile: Profile,
): readonly DrawnEvent[] {
  const events = [...before]
  // Their heads are moved by events.
  const nodes = firstOfEachChain(base.endpoints)
  const kinds = Object.entries(options.weights) as [EventName, number][]
  let left = count
  for (let draws = DRAWS_MAX * count; left > 0 && draws > 0; draws--) {
    const kind = random.pickWeighted(kinds) ?? 'mine'
    const node = random.pick(nodes)
    const situation = situationAfter(random, base, node.key, events, options, profile)
    const drawn = eventKinds[kind].draw(situation)
    if (drawn === undefined) continue
    left = isLast(kind) ? 0 : left - 1
    const asked = askedFor(base.endpoints, node.key, profile)
    const steps = drawn.map((step) => {
      const endpoint = 'waitFor' in step ? asked : node.key
      return endpoint === nodes[0]?.key ? step : { endpoint, ...step }
    })
    // What happens to two chains may happen between two calls of the client.
    const isAtOnce = events.at(-1)?.node !== node.key && nodes.length > 1 && random.chance(1, 2)
    const [first] = steps
    const isWait = first !== undefined && 'waitFor' in first
    events.push({
      kind,
      node: node.key,
      steps: isAtOnce && isWait ? steps.slice(1) : (steps as Step[]),
    })
  }
  return events
}

function situationAfter(
  random: Random,
  { spec: first, chains = {}, endpoints }: Base,
  node: string,
  events: readonly DrawnEvent[],
  options: DrawOptions,
  profile: Profile,
): Situation {
  const { chain, head: begin } = endpoints.find(({ key }) => key === node) as ScenarioEndpoint
  const spec = chain === undefined ? first : chains[chain]?.spec
  const begun = begin ?? spec?.blocks ?? 0
  let head = begun
  let peak = head
  // The client begins with all blocks.
  let fresh = head + 1
  for (const event of events) {
    if (isAllRead(event)) fresh = 0
    else if (event.node === node) {
      const moves = headMoves(event.steps, node)
      peak = Math.max(peak, head + moves.peak)
      head += moves.head
      fresh = moves.head - moves.kept
    }
  }
  const finality = options.finality ?? profile.finality
  const distance = spec?.finality?.finalized ?? FINALITY
  const finalized = Math.max(0, peak - distance)
  // The client, too, has taken as final what was so far below the highest head.
  const own = finality === undefined ? 0 : Math.max(0, peak - finality)
  const legal = head - Math.max(finalized, own)
  return {
    random,
    profile,
    node,
    head,
    fresh,
    depthMax: Math.max(1, options.force ? head - 1 : legal),
    undoneMax: Math.max(1, options.force ? head - 1 : head - finalized),
    // What was final when it began, a client may keep as that for a while.
    finalDistances: finality === undefined ? [] : [finality, finality + head - begun],
    finalized: distance,
    force: options.force,
    snapshot: `s${events.length}`,
    followers: followersOf(endpoints, node),
  }
}
