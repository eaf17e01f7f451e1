import type { Rules } from '../../chain/protocol/rules.ts'
import { FixtureError } from '../fixtureError.ts'

/**
 * Refuses blocks that need rules which ommer does not have.
 *
 * @param path of the genesis file
 * @throws {FixtureError}
 */
export function requireKnownRules({ missing = [] }: Rules, blockCount: number, path: string): void {
  for (const { at, what } of missing) {
    if (!('block' in at) || at.block > blockCount) continue
    const problem = `blocks from ${at.block} on need ${what}, which ommer does not have`
    throw new FixtureError(path, 'config', problem)
  }
}
