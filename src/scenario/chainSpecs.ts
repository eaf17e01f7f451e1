import type { ChainSpec } from '../chain/spec/spec.ts'
import type { ResolvedScenario } from './resolveScenario.ts'

/**
 * The chains of a scenario, by name; the one of `seed` and `spec` has none.
 *
 * @param seed of the scenario
 */
export function chainSpecs(
  { spec, chains }: Pick<ResolvedScenario, 'spec' | 'chains'>,
  seed: string | number,
): ReadonlyMap<string | undefined, ChainSpec> {
  const specs = new Map<string | undefined, ChainSpec>([[undefined, { ...spec, seed }]])
  for (const [name, other] of Object.entries(chains)) {
    specs.set(name, { ...other.spec, seed: other.seed ?? `${seed}-${name}` })
  }
  return specs
}
