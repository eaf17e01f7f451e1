// biome-ignore-all lint/correctness/noUndeclaredDependencies: it runs in a copy of the suite, which has them.
// The configuration of a suite, with a node to test, and a compiler without a download.
const { existsSync } = require('node:fs')
const { join } = require('node:path')
if (existsSync(join(__dirname, 'hardhat.config.ts'))) require('ts-node/register/transpile-only')
const { subtask } = require('hardhat/config')
const { TASK_COMPILE_SOLIDITY_GET_SOLC_BUILD } = require('hardhat/builtin-tasks/task-names')
const loaded = require('./hardhat.config')

const config = loaded.default ?? loaded
const { SUITE_NODE, SUITE_SOLC, SUITE_REPORTER, SUITE_IN_PROCESS } = process.env

subtask(TASK_COMPILE_SOLIDITY_GET_SOLC_BUILD, async ({ solcVersion }) => ({
  version: solcVersion,
  longVersion: solcVersion,
  compilerPath: SUITE_SOLC,
  isSolcJs: true,
}))

module.exports = {
  ...config,
  defaultNetwork: 'localhost',
  networks: {
    ...config.networks,
    localhost: {
      url: SUITE_NODE ?? 'http://127.0.0.1:8545',
      timeout: 120_000,
      gas: SUITE_IN_PROCESS ? require('./asInProcess.cjs').gas : 'auto',
    },
  },
  // A shared machine takes longer than theirs.
  mocha: { ...config.mocha, timeout: 60_000, reporter: SUITE_REPORTER },
}
