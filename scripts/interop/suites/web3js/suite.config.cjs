// biome-ignore-all lint/correctness/noUndeclaredDependencies: it runs in a copy of the suite, which has them.
// The configuration of Jest for the tests of several packages at a node, which runs in the folder of the copy.
const { join } = require('node:path')

const root = process.cwd()

const projectOf = (name) => {
  const rootDir = join(root, 'packages', name)
  return {
    ...require(join(rootDir, 'test', 'integration', 'jest.config.js')),
    rootDir,
    // Types of packages from npm differ from those of the sources.
    transform: {
      '\\.ts$': [
        'ts-jest',
        {
          tsconfig: join(root, 'tsconfig.base.json'),
          isolatedModules: true,
          diagnostics: false,
        },
      ],
    },
    // They ask services on the internet, start other nodes, or stop one through geth's `admin`.
    testPathIgnorePatterns: [
      'external-providers',
      'web3RPCProviders',
      'basic_auth',
      'geth_fault_tolerance',
    ],
  }
}

module.exports = {
  rootDir: root,
  projects: process.env.SUITE_PACKAGES.split(' ').map(projectOf),
  reporters: [join(__dirname, 'reporter.cjs')],
}
