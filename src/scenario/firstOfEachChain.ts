import type { ScenarioEndpoint } from './scenario.ts'

/** The first endpoint of each chain, in the order of the scenario. */
export function firstOfEachChain(
  endpoints: readonly ScenarioEndpoint[],
): readonly ScenarioEndpoint[] {
  return endpoints.filter(
    ({ chain }, index) => endpoints.findIndex((each) => each.chain === chain) === index,
  )
}
