import { dialectNames } from '../../endpoint/dialects/dialects.ts'
import type { Random } from '../../primitives/random.ts'
import type { ScenarioEndpoint } from '../../scenario/scenario.ts'
import type { Profile } from './profile.ts'

/** The endpoint whose head the client must have at the end, of the chain with this index. */
export function nodeKey(index: number): string {
  return index === 0 ? 'node' : `node-${index + 1}`
}

/** How an endpoint names the chain with this index; the first has no name. */
export function chainOf(index: number): { readonly chain?: string } {
  return index === 0 ? {} : { chain: `chain-${index + 1}` }
}

const REPLICA_OF = 'replica-of-'

/** @param key of an endpoint, which may begin with the id of a run */
export function isReplica(key: string): boolean {
  return key.includes(REPLICA_OF)
}

/** How often there are two nodes. */
const replicaChances = { none: [0, 1], sometimes: [1, 4], mostly: [3, 4], always: [1, 1] } as const

interface EndpointsOptions {
  /** of the chain */
  readonly index: number
  /** the block at which nodes begin, if it is not the last */
  readonly head: Pick<ScenarioEndpoint, 'head'>
  /** undefined: any, mostly that of geth */
  readonly dialect: ScenarioEndpoint['dialect']
  /** whether there are two nodes behind one URL */
  readonly replicas: Replicas
  /** whether nodes forget the blocks that a reorg removes */
  readonly forgets: boolean
  /** undefined: as the chain has it */
  readonly finality: ScenarioEndpoint['finality']
}

/** @see replicaChances */
export type Replicas = keyof typeof replicaChances

/** The endpoints of a chain: one node, or two behind one URL. */
export function drawEndpoints(
  random: Random,
  {
    index,
    head,
    dialect = random.chance(3, 4) ? 'geth' : random.pick(dialectNames),
    replicas,
    forgets,
    finality,
  }: EndpointsOptions,
): readonly ScenarioEndpoint[] {
  const key = nodeKey(index)
  const chain = chainOf(index)
  const faults = forgets ? ({ faults: [{ fault: { kind: 'noSideBlocks' } }] } as const) : {}
  const more = { ...chain, dialect, ...faults }
  const node = { key, ...more, ...head }
  const [part, whole] = replicaChances[replicas]
  // Of two nodes, one alone must not say what is final.
  if (!random.chance(part, whole)) return [{ ...node, ...(finality !== undefined && { finality }) }]
  const replica = {
    key: `${REPLICA_OF}${key}`,
    ...more,
    lag: { behind: key, blocks: 0 },
  }
  const by = random.pick(['request', 'connection'] as const)
  const pool = { of: [key, replica.key], by }
  return [node, replica, { key: `pool-of-${key}`, ...chain, pool }]
}

/** The keys of the nodes that follow another one. */
export function followersOf(
  endpoints: readonly ScenarioEndpoint[],
  node: string,
): readonly string[] {
  return endpoints.filter(({ lag }) => lag?.behind === node).map(({ key }) => key)
}

/** The endpoint that a client asks: the pool in front of a node, unless the client asks each node itself. */
export function askedFor(
  endpoints: readonly ScenarioEndpoint[],
  node: string,
  { asksNodes }: Pick<Profile, 'asksNodes'>,
): string {
  const pool = endpoints.find((each) => each.pool?.of.includes(node))
  return asksNodes || pool === undefined ? node : pool.key
}
