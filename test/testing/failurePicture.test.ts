import { mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as mocha from '../../src/testing/mocha.ts'
import { createWithOmmer } from '../../src/testing/runner.ts'
import { keyOfTest } from '../../src/testing/testKey.ts'
import { parseSvg } from '../support/parseSvg.ts'
import { runVitest } from '../support/runVitest.ts'
import { temporaryFolder } from '../support/temporaryFolder.ts'

const parent = temporaryFolder()
const folder = join(parent, 'new', 'pictures')

it('attaches pictures to the tests of vitest that fail, and to no others', async () => {
  const pictures = join(parent, 'vitest')
  const { report, status } = await runVitest('test/support/failingProject', { PICTURES: pictures })
  expect(status).toBe(1)
  const failures = report.testResults[0].assertionResults.map(
    ({ failureMessages }: { failureMessages: string[] }) => failureMessages[0] ?? null,
  )
  const files = readdirSync(pictures)
  expect(files).toHaveLength(2)
  const ofTest = files.find((name) => name.includes('reorg')) as string
  const ofWorker = files.find((name) => name.startsWith('worker-')) as string
  expect(failures).toEqual([
    expect.stringContaining(`The blocks of its endpoint: ${join(pictures, ofTest)}`),
    null,
    expect.stringContaining(`The blocks of its endpoint: ${join(pictures, ofWorker)}`),
  ])
  const svg = readFileSync(join(pictures, ofTest), 'utf8')
  expect(svg).toContain('Side branches have blocks 5, 6.')
})

describe('the endpoint of a test that fails', () => {
  const { mochaGlobalSetup, mochaGlobalTeardown } = mocha.ommerSetup({
    chain: { blocks: 4, preset: 'latest' },
    pictures: folder,
  })
  beforeAll(mochaGlobalSetup)
  afterAll(mochaGlobalTeardown)

  it('is drawn, and the failure names the file', async () => {
    const failure = new Error('it costs $& more')
    const test = createWithOmmer({}, () => ({ name: 'fails' }))(async ({ ommer }) => {
      // Faults and counts do not concern the picture.
      await ommer.setFaults([{ fault: { kind: 'null' } }])
      throw failure
    })
    await expect(test()).rejects.toBe(failure)
    const file = join(folder, `${keyOfTest('', ['fails'])}.svg`)
    expect(failure.message).toBe(`it costs $& more\nThe blocks of its endpoint: ${file}`)
    expect(failure.stack?.split('\n').slice(0, 2)).toEqual([
      'Error: it costs $& more',
      `The blocks of its endpoint: ${file}`,
    ])
    // Five blocks, and the pending one.
    const kinds = parseSvg(readFileSync(file, 'utf8')).filter(({ name }) => name === 'g')
    expect(kinds).toHaveLength(6)
  })

  it('still fails with its own error if it cannot be drawn', async () => {
    mkdirSync(join(folder, `${keyOfTest('', ['taken'])}.svg`), { recursive: true })
    const failure = new Error('the test')
    const test = createWithOmmer({}, () => ({ name: 'taken' }))(() => Promise.reject(failure))
    await expect(test()).rejects.toBe(failure)
    expect(failure.message).toMatch(
      /^the test\nNo picture of its endpoint could be written: EISDIR/,
    )
  })

  it('may fail with anything', async () => {
    const test = createWithOmmer({}, () => ({ name: 'text' }))(() => Promise.reject('a text'))
    await expect(test()).rejects.toBe('a text')
  })
})
