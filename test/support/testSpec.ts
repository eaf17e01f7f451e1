import type { ChainSpec } from '../../src/chain/spec/spec.ts'

/**
 * A chain long enough to hold a bit of everything, and too short to have a finalized block. Tests
 * look up what they need by what it is, so that they do not depend on where a seed puts it.
 */
export const testSpec: ChainSpec = {
  seed: 'served',
  blocks: 48,
  finality: { safe: 8, finalized: 64 },
}
