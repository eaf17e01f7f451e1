import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { readScenarioFile } from '../../src/scenario/readScenarioFile.ts'
import { resolveScenario } from '../../src/scenario/resolveScenario.ts'
import { temporaryFolder } from '../support/temporaryFolder.ts'

const folder = temporaryFolder()

async function problemOf(text: string): Promise<string> {
  const file = join(folder, 'scenario.yaml')
  writeFileSync(file, text)
  try {
    await readScenarioFile(file)
    return 'none'
  } catch (error) {
    expect(error).toMatchObject({ code: 'INVALID_SCENARIO', file })
    return (error as Error).message.replace(`${folder}/`, '')
  }
}

it.each([
  ['', 'scenario.yaml: null is not an object'],
  ['steps: [', /^scenario\.yaml: line 1, column \d+: /],
  ['steps: []\nsteps: []', 'scenario.yaml: line 2, column 1: Map keys must be unique'],
  ['steps: 1', 'scenario.yaml: steps: want a list of steps'],
  ['seed: 1', 'scenario.yaml: steps: want a list of steps'],
  ['step: []', /^scenario\.yaml: step: there is no such field; those known are: /],
  ['spec: { seed: 1 }\nsteps: []', 'scenario.yaml: spec.seed: it stands beside spec, not in it'],
  [
    'spec: { blocks: many }\nsteps: []',
    "scenario.yaml: spec.blocks: 'many' is not a whole number from 0 to 1000000",
  ],
  [
    'endpoints: [{ key: a }, { key: a }]\nsteps: []',
    "scenario.yaml: endpoints[1].key: 'a' is there twice",
  ],
  [
    'endpoints: [{ key: a, lag: { behind: b, blocks: 1 } }, { key: b }]\nsteps: []',
    "scenario.yaml: endpoints[0].lag.behind: 'b' is none of the endpoints before it: there are none",
  ],
  [
    'spec: { blocks: 3 }\nendpoints: [{ key: a, head: 4 }]\nsteps: []',
    'scenario.yaml: endpoints[0].head: 4 is more than the 3 blocks of the chain',
  ],
  [
    'endpoints: [{ key: a, faults: [{ fault: { kind: nul } }] }]\nsteps: []',
    /^scenario\.yaml: endpoints\[0\]\.faults\[0\]\.fault\.kind: 'nul' is none of: /,
  ],
  ['steps: [{ mine: 1, rollback: 1 }]', /^scenario\.yaml: steps\[0\]: want one of waitFor, mine,/],
  ['steps: [{ min: 1 }]', /^scenario\.yaml: steps\[0\]\.min: there is no such step; those known/],
  ['steps: [{ mine: 1, endpoint: b }]', "scenario.yaml: steps[0].endpoint: 'b' is none of: dev"],
  [
    'steps: [{ revert: one }, { snapshot: one }]',
    "scenario.yaml: steps[0].revert: there is no snapshot 'one' of endpoint 'dev' before it",
  ],
  [
    `steps: [{ advanceTo: 0x${'a'.repeat(64)} }]`,
    'scenario.yaml: steps[0].advanceTo: want the number of a block, or in quotes its hash',
  ],
  [
    'steps: [{ setFaults: [{ fault: { kind: serverError, status: 200 } }] }]',
    'scenario.yaml: steps[0].setFaults[0].fault.status: 200 is none of: 500, 502, 503, 504',
  ],
])('says what is wrong in one line: %j', async (text, problem) => {
  const found = await problemOf(text)
  if (typeof problem === 'string') expect(found).toBe(problem)
  else expect(found).toMatch(problem)
  expect(found).not.toContain('\n')
})

it('fills in what is left out', () => {
  expect(resolveScenario({ steps: [{ mine: 1 }] })).toEqual({
    seed: 'ommer',
    spec: {},
    endpoints: [{ key: 'dev' }],
    truth: 'dev',
    steps: [{ name: 'mine', what: 1, endpoint: 'dev' }],
  })
})
