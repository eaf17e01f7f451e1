import type { ChainSpec } from '../chain/spec/spec.ts'
import type { ResolvedScenario } from './resolveScenario.ts'
import type { ScenarioEndpoint } from './scenario.ts'

/**
 * The chains of a scenario that its endpoints have, by name; the one of `seed` and `spec` has none.
 *
 * @param seed of the scenario
 */
export function chainSpecs(
  {
    spec,
    chains,
    endpoints,
  }: Pick<ResolvedScenario, 'spec' | 'chains'> & {
    readonly endpoints: readonly ScenarioEndpoint[]
  },
  seed: string | number,
): ReadonlyMap<string | undefined, ChainSpec> {
  const specs = new Map<string | undefined, ChainSpec>()
  for (const { chain: name } of endpoints) {
    const other = name === undefined ? { spec, seed } : chains[name]
    specs.set(name, { ...other?.spec, seed: other?.seed ?? `${seed}-${name}` })
  }
  return specs
}
