import type { ChainSpec } from '../../src/chain/spec/spec.ts'

/**
 * A chain long enough to contain some of everything, and too short to have a finalized block. Tests search for the
 * objects that they need, so that they do not depend on where a seed puts them.
 */
export const testSpec: ChainSpec = {
  seed: 'served',
  blocks: 48,
  finality: { safe: 8, finalized: 64 },
}
