import { expect, test } from 'vitest'
import type { Finding, HuntReport } from '../../../src/hunt/finding.ts'
import { findingPage } from '../../../src/hunt/report/page.ts'

const call = {
  key: 'node',
  chainId: 1337,
  method: 'eth_blockNumber',
  params: [],
  outcome: 'ok',
  answer: '"result":"0x28"}',
  named: undefined,
  block: undefined,
  head: 40,
}

const finding: Finding = {
  scenario: { spec: { blocks: 40 }, steps: [{ reorg: { depth: 1 } }] },
  difference: {
    is: 'rows',
    table: 'blocks',
    kind: 'missing',
    block: 40,
    row: { block_number: '40' },
    instead: { block_number: '40' },
    missing: 1,
    extra: 1,
  },
  rate: { wrong: 19, runs: 20 },
  isBeyond: false,
  twin: {
    scenario: { spec: { blocks: 40 }, steps: [] },
    change: 'without reorg',
    call: { wrong: call, right: undefined },
  },
  output: 'first\nlast\n',
}

const report: HuntReport = {
  seed: '7',
  runs: 41,
  seconds: 3,
  finding,
  coverage: [],
}

const files = { scenario: 'found.json', picture: 'found.svg', replay: 'ommer hunt --replay' }

test('tells what is wrong, what happens, and where the runs part', () => {
  const page = findingPage(finding, report, files)
  expect(page).toContain('# The rows of blocks are wrong\n')
  expect(page).toContain(
    'a row of block 40 is missing (1 missing, 1 too many): block_number 40; instead: block_number 40',
  )
  expect(page).toContain('Wrong in 19 of 20 runs. It does not happen every time.')
  expect(page).toContain('Found with seed 7 after 41 runs')
  expect(page).toContain('![the chain after the last step](found.svg)')
  expect(page).toContain('1. a chain of 40 blocks\n2. `reorg: {"depth":1}`')
  expect(page).toContain('It differs in one thing: without reorg.')
  expect(page).toContain('```\neth_blockNumber []\n"result":"0x28"}\n```')
  expect(page).toContain('and where it is right:\n\nno call')
  expect(page).toContain('```\nfirst\nlast\n```')
})

test('leaves out what there is not, and says what goes beyond', () => {
  const page = findingPage(
    { ...finding, twin: undefined, output: '', isBeyond: true, rate: { wrong: 3, runs: 3 } },
    report,
    { ...files, picture: undefined },
  )
  expect(page).toContain('Found with `--beyond`')
  expect(page).toContain('Wrong in 3 of 3 runs. Found')
  expect(page).not.toContain('![')
  expect(page).not.toContain('nearest scenario')
  expect(page).not.toContain('printed last')
})
