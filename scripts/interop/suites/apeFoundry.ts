import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { installDependencies } from '../project.ts'
import { anvilInPath } from './anvilInPath.ts'
import { readReport } from './readReport.ts'
import { runTests } from './runTests.ts'
import type { Suite } from './suite.ts'

const python = join('venv', 'bin', 'python')

/** Tests of forks need networks, and those of whole projects install more. */
const FILES = ['tests/test_provider.py', 'tests/test_trace.py', 'tests/test_performance.py']

/** https://github.com/ApeWorX/ape-foundry: Ape's plug-in for Anvil, which it starts. */
export const apeFoundry: Suite = {
  name: 'ape-foundry',
  prepare: async (copy) => {
    installDependencies(copy, 'setup.py', [
      ['python3', '-m', 'venv', 'venv'],
      // The copy is no repository, from which it would read its version.
      ['env', 'SETUPTOOLS_SCM_PRETEND_VERSION=0.8.9', python, '-m', 'pip', 'install', '.[test]'],
    ])
  },
  run: (copy, node) =>
    readReport(copy, (SUITE_REPORT) =>
      runTests({
        folder: copy,
        command: join(copy, python),
        args: ['-m', 'pytest', '-p', 'suite_report', '-k', 'not mainnet', ...FILES],
        env: {
          ...anvilInPath(copy, node),
          SUITE_REPORT,
          PYTHONPATH: fileURLToPath(new URL('python', import.meta.url)),
        },
      }),
    ),
}
