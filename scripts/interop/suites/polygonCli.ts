import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { ForeignNode } from '../foreignNode.ts'
import type { Outcome, Outcomes } from '../outcomes.ts'
import { installDependencies } from '../project.ts'
import { outcomesOf } from './readReport.ts'
import { runTests } from './runTests.ts'
import type { Suite } from './suite.ts'

/** Its key is known: it sends what the checks need. */
const SENDER = '0x85dA99c8a7C2C95964c8EfD687E95E632Fc533D6'
const HUNDRED_ETHER = '0x56bc75e2d63100000'

/** https://github.com/0xPolygon/polygon-cli: `polycli rpcfuzz`, checks of what methods answer, made for geth. */
export const polygonCli: Suite = {
  name: 'polygon-cli',
  others: ['Anvil', 'geth'],
  prepare: async (copy) => {
    installDependencies(copy, 'go.mod', [['go', 'build', '-o', 'polycli', '.']])
  },
  run: async (copy, command) => {
    const node = await ForeignNode.start(command)
    try {
      const [from] = await node.call<string[]>('eth_accounts')
      const hash = await node.call<string>('eth_sendTransaction', [
        { from, to: SENDER, value: HUNDRED_ETHER },
      ])
      await node.mined(hash)
      return await check(copy, node.url)
    } finally {
      await node.stop()
    }
  },
}

async function check(copy: string, url: string): Promise<Outcomes> {
  const report = join(copy, 'suite-report.jsonl')
  rmSync(report, { force: true })
  const output = await runTests({
    folder: copy,
    command: 'sh',
    args: ['-c', './polycli rpcfuzz --rpc-url "$0" --json > "$1"', url, report],
  })
  const lines = existsSync(report) ? readFileSync(report, 'utf8').trim().split('\n') : []
  const outcomes = outcomesOf(lines.flatMap((line) => outcomesIn(JSON.parse(line) as Line)))
  if (Object.keys(outcomes).length === 0) throw new Error(`no check ran: ${output}`)
  return outcomes
}

/** What it prints for a check, and in other lines. */
interface Line {
  readonly type: string
  readonly data: { readonly test_name: string; readonly status: string; readonly error?: string }
}

function outcomesIn({ type, data }: Line): [name: string, outcome: Outcome][] {
  if (type !== 'test_execution') return []
  const { test_name, status, error = '' } = data
  return [[test_name, { outcome: status === 'pass' ? 'passed' : 'failed', message: error }]]
}
