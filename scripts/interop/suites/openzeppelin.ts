import { installDependencies, npmCi } from '../project.ts'
import { compileWithHardhat, filesIn, testWithHardhat } from './hardhat/hardhatSuite.ts'
import type { Suite } from './suite.ts'

/** Contracts that `hardhat-exposed` makes for tests are larger than EIP-170 allows. */
const OPTIONS = ['--disable-code-size-limit']

/** https://github.com/OpenZeppelin/openzeppelin-contracts, of which v5.6.1 was tried: the tests of its contracts. */
export const openzeppelin: Suite = {
  name: 'openzeppelin-contracts',
  prepare: async (copy) => {
    installDependencies(copy, 'package.json', npmCi)
    await compileWithHardhat(copy, '0.8.31')
  },
  run: (copy, node) => testWithHardhat(copy, node, filesIn(copy, 'test', '.test.js'), OPTIONS),
}
