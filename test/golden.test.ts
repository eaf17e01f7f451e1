import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { createChain } from '../src/index.ts'
import { digestAnswers } from './support/digestAnswers.ts'

const run = promisify(execFile)

/**
 * What these seeds give, frozen: the hash of the head, and a digest of all answers. A change here changes what every
 * user's tests see, and belongs into the changelog.
 */
const golden = [
  { seed: 'ommer', blocks: 128, head: '', answers: '' },
  { seed: '1', blocks: 64, head: '', answers: '' },
  { seed: 'another text, with ünïcode', blocks: 40, head: '', answers: '' },
]

describe.each(golden)('seed "$seed"', ({ seed, blocks, head, answers }) => {
  it('gives the bytes it always gave', async () => {
    const chain = await createChain({ seed, blocks, preset: 'pow' })
    expect(chain.tree.head.hash).toBe(head)
    expect(await digestAnswers(chain)).toBe(answers)
  })

  it('gives them in another process, too', async () => {
    const { stdout } = await run(process.execPath, [
      ...['--import', 'tsx', 'test/support/printDigest.ts'],
      ...[seed, String(blocks)],
    ])
    expect(JSON.parse(stdout)).toEqual([head, answers])
  })
})
