import { importBuilt } from '../../scripts/build/built.ts'
import { digestAnswers } from './digestAnswers.ts'

// Run in a process of its own: `node --import tsx test/support/printDigests.ts '{"seed":"ommer"}' ...`.
const { createChain, serve } = await importBuilt()
const digests: [head: string, answers: string][] = []
for (const spec of process.argv.slice(2)) {
  const chain = await createChain(JSON.parse(spec))
  digests.push([chain.tree.head.hash, await digestAnswers(chain, serve)])
}
process.stdout.write(JSON.stringify(digests))
