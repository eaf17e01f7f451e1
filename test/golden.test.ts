import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { type ChainSpec, createChain, serve } from '../src/index.ts'
import { digestAnswers } from './support/digestAnswers.ts'
import { sized } from './support/sized.ts'

const run = promisify(execFile)

/**
 * The recorded output of these specs: the hash of the head, and a digest of all answers. A change here changes what the
 * tests of every user see, and must be described in the changelog.
 */
const golden: { spec: ChainSpec; head: string; answers: string }[] = [
  {
    spec: { seed: 'ommer' },
    head: '0xdcd010af1038069d55c99f8609fba6e738072791ee0827de0c3caa6a7bc6370b',
    answers: 'c1f3eba7b4a34c0a46650833efc718d5ff70725807ae44a80f6ad613c269d7e4',
  },
  {
    spec: { seed: '1', preset: 'pow', blocks: 64 },
    head: '0x4f43dc61ecba3829537af5c47ef957341b88641d66e64b976aa3312a5983c900',
    answers: '3bd115d2d6c411f7179fc034fb422ef0413effff5e25fcea8cdcaa8d7f0eab57',
  },
  {
    spec: { seed: 'another text, with ünïcode', preset: 'eras' },
    head: '0x4d6784fbd382cbaf7454dc8a6accd578c525ccdb728c7cb8d61f39ec3de40e54',
    answers: '1abc43e7f901932f38643e6d7f65cfa9f19df302259e479dec22f46390554955',
  },
  {
    spec: { seed: 7, preset: 'latest', blocks: 40 },
    head: '0x28bfe62b34578b3a954d8c36905cfc91a63677cd68bbc775c6b1d2a281e93908',
    answers: '48fecf517d28079b59fd277227c81c26f9f55670d85f2d1ed44de8e8fa26b1b3',
  },
]

it.each(golden)('$spec produces the recorded bytes', async ({ spec, head, answers }) => {
  const chain = await createChain(spec)
  expect(chain.tree.head.hash).toBe(head)
  expect(await digestAnswers(chain, serve)).toBe(answers)
})

it('produces them in another process, too', async () => {
  const again = sized(golden.slice(3), golden)
  const { stdout } = await run(process.execPath, [
    '--import',
    'tsx',
    'test/support/printDigests.ts',
    ...again.map(({ spec }) => JSON.stringify(spec)),
  ])
  expect(JSON.parse(stdout)).toEqual(again.map(({ head, answers }) => [head, answers]))
})
