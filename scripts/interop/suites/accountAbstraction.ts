import { compileWithHardhat, filesIn, testWithHardhat } from './hardhat/hardhatSuite.ts'
import { installWithYarn } from './installWithYarn.ts'
import type { Suite } from './suite.ts'

/** https://github.com/eth-infinitism/account-abstraction, of which v0.7.0 was tried: ERC-4337. */
export const accountAbstraction: Suite = {
  name: 'account-abstraction',
  prepare: async (copy) => {
    installWithYarn(copy)
    await compileWithHardhat(copy, '0.8.23')
  },
  run: (copy, node) => testWithHardhat(copy, node, filesIn(copy, 'test', '.test.ts')),
}
