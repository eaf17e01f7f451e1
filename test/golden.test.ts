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
  {
    seed: 'ommer',
    blocks: 128,
    head: '0x84f25bb6a368c3d448b3bb4216aeea41516bd02435c0c54327b6173c290bb995',
    answers: 'c752db98ddaefdfa24751dc68007f159f8633f57d9b72661db9b38440224505c',
  },
  {
    seed: '1',
    blocks: 64,
    head: '0xafda845afe1eabe39fb6831731c9501262325ff16cb55cc28093ed133c3d7437',
    answers: '9b0f2fbd16f6227190fa226d778aa71bac12605f56d14e35cf7ef261fe3e0051',
  },
  {
    seed: 'another text, with ünïcode',
    blocks: 40,
    head: '0xcbddd7d9a0cef617843dc3f5f1b1d07d85fd4f3509dbf9ee0cdd571c17130463',
    answers: 'ba65ffe5a46fc9b8a2d72f7d8940b91f327a88baf79dd9aab6f3355c707397aa',
  },
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
