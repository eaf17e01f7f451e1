import { serve } from '../../src/serve.ts'
import { officialChain } from '../../test/support/chain.ts'
import { OfficialSpec } from '../../test/support/officialSpec.ts'
import { problemOf, readTranscripts, type Transcript } from '../../test/support/transcripts.ts'
import { post } from '../../test/support/transports.ts'

// Compares ommer's answers with official transcripts, and prints how many pass for each method. The argument is the
// folder of the transcripts, for example `tests` of ethereum/execution-apis. `--why` prints what is wrong.

const [folder = 'test/data/execution-apis/transcripts'] = process.argv
  .slice(2)
  .filter((argument) => argument !== '--why')
const spec = new OfficialSpec()
const server = await serve(await officialChain(), {
  port: 0,
  dialect: 'geth',
  dev: true,
  automine: false,
})

const counts = new Map<string, { files: number; passing: number }>()
for (const transcript of readTranscripts(folder)) {
  const problem = await firstProblem(transcript)
  const count = counts.get(transcript.method) ?? { files: 0, passing: 0 }
  counts.set(transcript.method, count)
  count.files++
  if (problem === undefined) count.passing++
  else if (process.argv.includes('--why')) console.error(`${transcript.path}: ${problem}`)
}
await server.close()

for (const [method, { files, passing }] of counts) console.log(`${method}: ${files}, ${passing}`)
const sum = (part: 'files' | 'passing') =>
  [...counts.values()].reduce((total, count) => total + count[part], 0)
console.log(`all: ${sum('files')}, ${sum('passing')}`)
if (sum('passing') < sum('files')) process.exitCode = 1

async function firstProblem(transcript: Transcript): Promise<string | undefined> {
  for (const [index, body] of transcript.requests.entries()) {
    const answer = await (await post(server.url, body)).text()
    const problem = problemOf(transcript, index, answer, spec)
    if (problem !== undefined) return problem
  }
  return undefined
}
