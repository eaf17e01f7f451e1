import type { ChainSpec } from '../chain/spec/spec.ts'
import { chainSpecs } from './chainSpecs.ts'
import { readScenarioFile } from './readScenarioFile.ts'

/**
 * The spec of the chain of a scenario's first endpoint.
 *
 * @param source as of `readScenarioFile`
 * @throws {ScenarioError} INVALID_SCENARIO if the file cannot be read, or is not a valid `Scenario`
 */
export async function firstSpec(source: string | URL): Promise<ChainSpec> {
  const scenario = await readScenarioFile(source)
  const specs = chainSpecs(scenario, scenario.seed)
  return specs.get(scenario.endpoints[0].chain) as ChainSpec
}
