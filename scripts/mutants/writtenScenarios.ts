import type { Scenario } from '../../src/index.ts'

type Steps = Scenario['steps']
type Endpoint = NonNullable<Scenario['endpoints']>[number]
type Faults = NonNullable<Endpoint['faults']>

/** Up to this head a node has no trouble. */
export const HEAD = 8

export const spec = { preset: 'pow', blocks: HEAD, transactionsPerBlock: [1, 3] } as const

/** Blocks are read from the head down, so then all of the initial chain is read. */
export const allRead = { waitFor: { method: 'eth_getBlockReceipts', block: 0 } } as const

/** The client reads the new head. */
export const headRead = { waitFor: { method: 'eth_getBlockReceipts', block: 'head' } } as const

/** One node, and what happens after the client has read it all. */
export function afterwards(steps: Steps, endpoint: Omit<Endpoint, 'key'> = {}): Scenario {
  return { spec, endpoints: [{ key: 'dev', ...endpoint }], steps: [allRead, ...steps] }
}

/** One node with faults from the beginning. */
export function faulty(
  faults: Faults,
  steps: Steps = [],
  chain: Scenario['spec'] = spec,
): Scenario {
  return { spec: chain, endpoints: [{ key: 'dev', faults }], steps }
}

/** Two nodes, a and b. */
export function twoNodes(
  truth: 'a' | 'b',
  steps: Steps,
  options: Partial<Record<'a' | 'b', Omit<Endpoint, 'key'>>> = {},
): Scenario {
  const endpoints = (['a', 'b'] as const).map((key) => ({ key, ...options[key] }))
  return { spec, endpoints, truth, steps }
}
