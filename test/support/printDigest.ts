import { type ChainSpec, createChain } from '../../src/index.ts'
import { digestAnswers } from './digestAnswers.ts'

// Run in a process of its own: `node --import tsx test/support/printDigest.ts '{"seed":"ommer"}'`.
const spec: ChainSpec = JSON.parse(process.argv[2] ?? '{}')
const chain = await createChain(spec)
process.stdout.write(JSON.stringify([chain.tree.head.hash, await digestAnswers(chain)]))
