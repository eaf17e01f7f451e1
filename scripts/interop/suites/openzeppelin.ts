import { installDependencies, npmCi } from '../project.ts'
import { anvilInPath } from './anvilInPath.ts'
import { compileWithHardhat, filesIn, testWithHardhat } from './hardhat/hardhatSuite.ts'
import { outcomesOf } from './readReport.ts'
import type { Suite } from './suite.ts'

/** Contracts that `hardhat-exposed` makes for tests are larger than EIP-170 allows. */
const OPTIONS = ['--disable-code-size-limit']

/** The addresses and numbers in names of tests, which are drawn at random. */
const DRAWN = /0x[\da-f]{40}|\d{30,}/gi

/** https://github.com/OpenZeppelin/openzeppelin-contracts, of which v5.6.1 was tried: the tests of its contracts. */
export const openzeppelin: Suite = {
  name: 'openzeppelin-contracts',
  prepare: async (copy) => {
    installDependencies(copy, 'package.json', npmCi)
    await compileWithHardhat(copy, '0.8.31')
  },
  run: async (copy, node) => {
    const outcomes = await testWithHardhat(copy, node, filesIn(copy, 'test', '.test.js'), {
      options: OPTIONS,
      // Those of TrieProof start another node.
      env: anvilInPath(copy, node),
      isForInProcess: true,
    })
    return outcomesOf(
      Object.entries(outcomes).map(([name, outcome]) => [name.replace(DRAWN, '…'), outcome]),
    )
  },
}
