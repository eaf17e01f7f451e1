import type { Random } from '../../primitives/random.ts'
import type { ScenarioEndpoint } from '../../scenario/scenario.ts'
import { CLIENT_KEY } from '../run/session.ts'

/** The endpoint whose chain the client must have at the end. */
export const TRUTH_KEY = 'node'

/** Another node that follows it. */
const REPLICA_KEY = 'replica'

/** The endpoints of a scenario: one node, or two behind one URL. */
export function drawEndpoints(
  random: Random,
  dialect: ScenarioEndpoint['dialect'],
  hasPools: boolean,
): readonly ScenarioEndpoint[] {
  const node = { key: TRUTH_KEY, ...(dialect && { dialect }) }
  if (!hasPools || !random.chance(1, 4)) return [node]
  const lag = { behind: TRUTH_KEY, blocks: 0 }
  const by = random.pick(['request', 'connection'] as const)
  return [
    node,
    { ...node, key: REPLICA_KEY, lag },
    { key: CLIENT_KEY, pool: { of: [TRUTH_KEY, REPLICA_KEY], by } },
  ]
}

/** The keys of the nodes beside that of the truth. */
export function followersOf(endpoints: readonly ScenarioEndpoint[]): readonly string[] {
  return endpoints.filter(({ lag }) => lag !== undefined).map(({ key }) => key)
}
