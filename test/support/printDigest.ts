import { createChain } from '../../src/index.ts'
import { digestAnswers } from './digestAnswers.ts'

// Run in a process of its own: `node --import tsx test/support/printDigest.ts SEED BLOCKS`.
const [seed = '', blocks = '0'] = process.argv.slice(2)
const chain = await createChain({ seed, blocks: Number(blocks), preset: 'pow' })
process.stdout.write(JSON.stringify([chain.tree.head.hash, await digestAnswers(chain)]))
