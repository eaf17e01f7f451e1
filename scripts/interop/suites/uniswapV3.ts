import { compileWithHardhat, filesIn, testWithHardhat } from './hardhat/hardhatSuite.ts'
import { installWithYarn } from './installWithYarn.ts'
import type { Suite } from './suite.ts'

/** https://github.com/Uniswap/v3-core: the tests of its contracts. */
export const uniswapV3: Suite = {
  name: 'v3-core',
  prepare: async (copy) => {
    installWithYarn(copy)
    await compileWithHardhat(copy, '0.7.6')
  },
  run: (copy, node) => testWithHardhat(copy, node, filesIn(copy, 'test', '.spec.ts')),
}
