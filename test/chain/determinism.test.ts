import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, it } from 'vitest'
import { presetNames } from '../../src/chain/spec/presets.ts'

const run = promisify(execFile)

/** Who asked for the clock, for chance or for the locale, by what was done meanwhile. */
let caught: Record<string, string[]>

beforeAll(async () => {
  const { stdout } = await run(process.execPath, ['--import', 'tsx', 'test/support/trapChance.ts'])
  caught = JSON.parse(stdout)
})

describe('the determinism trap', () => {
  it.each(presetNames)(
    'detects no use of the clock, randomness or locale while %s is made',
    (preset) => {
      expect(caught[preset]).toEqual([])
    },
  )

  it('detects each use of them', () => {
    expect(caught.control?.map((call) => call.split(' at ')[0])).toEqual([
      'Math.random',
      'Date.now',
      'new Date',
      'performance.now',
      'process.hrtime',
      'process.hrtime.bigint',
      // node:crypto's is the global one by another name
      'crypto.getRandomValues',
      'crypto.getRandomValues',
      'String.localeCompare',
    ])
  })
})
