import type { ChainSpec } from '../../../src/chain/spec/spec.ts'

/** The chains that geth must accept: every preset, and specs that change what a header or a block can have. */
export const exportedChains: Readonly<Record<string, ChainSpec>> = {
  history: { seed: 'interop', preset: 'history', blocks: 128 },
  eras: { seed: 'interop', preset: 'eras', blocks: 96 },
  pow: { seed: 'interop', preset: 'pow', blocks: 64 },
  latest: { seed: 'interop', preset: 'latest', blocks: 64 },
  amsterdam: { seed: 'interop', preset: 'amsterdam', blocks: 64 },
  'proof of stake from genesis on': {
    seed: 'interop',
    blocks: 24,
    forks: { paris: 0, shanghai: 8, prague: 16 },
  },
  'many uncles': {
    seed: 'interop',
    blocks: 48,
    forks: { london: 0, paris: 40 },
    uncleRate: [9, 10],
  },
  'one block after another fork': {
    seed: 'interop',
    blocks: 26,
    forks: {
      homestead: 1,
      byzantium: 3,
      istanbul: 5,
      berlin: 7,
      london: 9,
      paris: 11,
      shanghai: 13,
      cancun: 15,
      prague: 17,
      osaka: 19,
      bpo1: 21,
      bpo2: 23,
      amsterdam: 25,
    },
  },
  'no blocks': { seed: 'interop', preset: 'latest', blocks: 0 },
}
