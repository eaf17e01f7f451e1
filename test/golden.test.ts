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
    head: '0x9e12f765df2225cb5cda59414434f3721edcad8f683d8a3e8e0fe9597da2086f',
    answers: '0aa72791aaa1628717892aaaf3f57b3727c852424e692b1f938c75474e9cfbee',
  },
  {
    spec: { seed: '1', preset: 'pow', blocks: 64 },
    head: '0x4f43dc61ecba3829537af5c47ef957341b88641d66e64b976aa3312a5983c900',
    answers: '3bd115d2d6c411f7179fc034fb422ef0413effff5e25fcea8cdcaa8d7f0eab57',
  },
  {
    spec: { seed: 'another text, with ünïcode', preset: 'eras' },
    head: '0x20936f2919be29309a088532a5071e8a9bfd9f46bf95afbc15de6280db648592',
    answers: '4de622c04c0f3b78f01a10adc180ad7ab375aeb77f60673bfb000591c2cea3db',
  },
  {
    spec: { seed: 7, preset: 'latest', blocks: 40 },
    head: '0xa684745c163d51495b14e96b86e0c473f77e1d052a7934cba017854d41dcdd07',
    answers: '20a9b4efbaecb81926e83186845343427182cd6923d7acef2d6d1fbde7ccad95',
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
