import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Outcome, Outcomes } from '../outcomes.ts'
import { installDependencies } from '../project.ts'
import { anvilInPath } from './anvilInPath.ts'
import { outcomesOf } from './readReport.ts'
import { runTests } from './runTests.ts'
import type { Suite } from './suite.ts'

/** Of the provider, what is tested with a node that it starts. */
const FEATURES = ['anvil-node', 'debug-api', 'trace-api', 'txpool-api', 'net-api', 'ws', 'ipc']

const PACKAGES = ['alloy-provider', 'alloy-contract', 'alloy-node-bindings']

/** Debugging information would take most of the time. */
const TEST = `test --lib --tests --no-fail-fast --config profile.dev.debug=0 -p ${PACKAGES.join(' -p ')} --features ${FEATURES.map((name) => `alloy-provider/${name}`)}`

/** https://github.com/alloy-rs/alloy, of which 2.4.1 was tried: its provider, contracts and what starts nodes. */
export const alloy: Suite = {
  name: 'alloy',
  prepare: async (copy) => {
    installDependencies(copy, 'Cargo.toml', [['cargo', ...TEST.split(' '), '--no-run', '--quiet']])
  },
  async run(copy, node) {
    const report = join(copy, 'suite-report.txt')
    await runTests({
      folder: copy,
      command: 'sh',
      args: ['-c', `cargo ${TEST} > "$0" 2>&1`, report],
      env: anvilInPath(copy, node),
    })
    const printed = readFileSync(report, 'utf8')
    const outcomes = outcomesIn(printed)
    if (Object.keys(outcomes).length === 0) throw new Error(`no test ran: ${printed.slice(-3000)}`)
    return outcomes
  },
}

/** Reads what cargo prints: a line for each test, and after those of a package what the failed ones have printed. */
function outcomesIn(printed: string): Outcomes {
  const tests: [name: string, outcome: Outcome][] = []
  for (const ofPackage of printed.split(/^ +Running .*\/deps\//m).slice(1)) {
    const [name] = /^\w+/.exec(ofPackage) as RegExpExecArray
    const messages = new Map(
      [...ofPackage.matchAll(/^---- (\S+) stdout ----\n(.*?)^(?=----|failures:)/gms)].map(
        ([, test = '', message = '']) => [test, message],
      ),
    )
    for (const [, test = '', result] of ofPackage.matchAll(/^test (\S+) \.\.\. (\w+)/gm)) {
      const outcome = result === 'ok' ? 'passed' : result === 'FAILED' ? 'failed' : 'skipped'
      tests.push([`${name} ${test}`, { outcome, message: messages.get(test) ?? '' }])
    }
  }
  return outcomesOf(tests)
}
