import { installDependencies, npmCi } from '../project.ts'
import { compileWithHardhat, filesIn, testWithHardhat } from './hardhat/hardhatSuite.ts'
import type { Suite } from './suite.ts'

/** https://github.com/safe-global/safe-smart-account: the tests of its contracts. */
export const safe: Suite = {
  name: 'safe-smart-account',
  prepare: async (copy) => {
    installDependencies(copy, 'package.json', npmCi)
    await compileWithHardhat(copy, '0.7.6')
  },
  run: (copy, node) => testWithHardhat(copy, node, filesIn(copy, 'test', '.spec.ts')),
}
