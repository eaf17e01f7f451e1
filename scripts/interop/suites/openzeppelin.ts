import { installDependencies } from '../project.ts'
import { compileWithHardhat, filesIn, testWithHardhat } from './hardhat/hardhatSuite.ts'
import type { Suite } from './suite.ts'

/** Exposed contracts are larger than a block may deploy. */
const OPTIONS = ['--disable-code-size-limit']

/** https://github.com/OpenZeppelin/openzeppelin-contracts, of which v5.6.1 was tried: the tests of its contracts. */
export const openzeppelin: Suite = {
  name: 'openzeppelin-contracts',
  prepare: async (copy) => {
    installDependencies(copy, 'package.json', [
      ['npm', 'ci', '--ignore-scripts', '--no-audit', '--no-fund'],
    ])
    await compileWithHardhat(copy, '0.8.31')
  },
  run: (copy, node) => testWithHardhat(copy, node, filesIn(copy, 'test', '.test.js'), OPTIONS),
}
