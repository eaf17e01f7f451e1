import { spawnSync } from 'node:child_process'
import { snippetWorkflows } from './snippetWorkflows.ts'

// Checks the workflows of this repository, and those that the documentation shows, with actionlint.

const PACKAGE = 'github.com/rhysd/actionlint/cmd/actionlint@v1.7.12'

if (spawnSync('go', ['version']).status === 0) {
  check([], 'the workflows of .github')
  for (const { where, text } of snippetWorkflows()) check(['-'], where, text)
} else {
  console.log('workflows: skipped, because actionlint needs Go, which is not installed')
}

function check(args: readonly string[], what: string, input = ''): void {
  const { status } = spawnSync('go', ['run', PACKAGE, ...args], {
    input,
    stdio: ['pipe', 'inherit', 'inherit'],
  })
  console.log(`workflows: ${what}: ${status === 0 ? 'passed' : 'failed'}`)
  if (status !== 0) process.exitCode = 1
}
