import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { presetNames } from '../../src/chain/spec/presets.ts'

const run = promisify(execFile)

const { stdout } = await run(process.execPath, ['--import', 'tsx', 'test/support/trapChance.ts'])
/** Uses of the clock, randomness or locale, by the operation during which they happened. */
const caught: Record<string, string[]> = JSON.parse(stdout)

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
      // an alias of the global one in node:crypto
      'crypto.getRandomValues',
      'crypto.getRandomValues',
      'String.localeCompare',
    ])
  })
})
