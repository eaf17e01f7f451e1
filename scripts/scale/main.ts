import { parseArgs } from 'node:util'
import { createChain } from '../../src/index.ts'
import { toHex } from '../../src/primitives/hex.ts'

/**
 * Grows one chain to a great length and tells what that costs: time per block near the start and at the end, resident
 * memory per transaction, and how long look-ups take. `npm run scale -- --blocks 100000 --transactions 10`.
 */
const { values } = parseArgs({
  options: {
    blocks: { type: 'string', default: '100000' },
    transactions: { type: 'string', default: '10' },
    preset: { type: 'string', default: 'history' },
  },
})
const blocks = Number(values.blocks)
const perBlock = Number(values.transactions)

/** How many blocks a figure is the mean of. */
const SAMPLE = 1000

const chain = await createChain({
  seed: 'scale',
  blocks: 0,
  preset: values.preset as 'history',
  transactionsPerBlock: [perBlock, perBlock],
})
await chain.extend(SAMPLE)
const early = await timePerBlock()
const memoryBefore = residentBytes()
while (chain.tree.head.number < blocks - SAMPLE) {
  const step = Math.min(SAMPLE, blocks - SAMPLE - chain.tree.head.number)
  const started = performance.now()
  await chain.extend(step)
  const { number } = chain.tree.head
  if (number % 10_000 === 0) {
    const ms = ((performance.now() - started) / step).toFixed(2)
    process.stderr.write(`${number} blocks, ${ms} ms a block, ${megabytes(residentBytes())} MB\n`)
  }
}
const late = await timePerBlock()
const transactions = chain.tree.head.number * perBlock
const grown = residentBytes() - memoryBefore
process.stdout.write(
  `${JSON.stringify(
    {
      blocks: chain.tree.head.number,
      transactions,
      msPerBlockAt1000: early,
      msPerBlockAtEnd: late,
      ratio: late / early,
      residentBytesPerTransaction: grown / transactions,
      residentMegabytes: megabytes(residentBytes()),
      lookupMicroseconds: {
        byNumberEarly: lookup((at) => chain.tree.byNumber(at), SAMPLE),
        byNumber: lookup((at) => chain.tree.byNumber(at), chain.tree.head.number),
        byHash: lookupByHash(),
      },
    },
    undefined,
    2,
  )}\n`,
)

async function timePerBlock(): Promise<number> {
  const started = performance.now()
  await chain.extend(SAMPLE)
  return (performance.now() - started) / SAMPLE
}

/** @returns in microseconds */
function lookup(read: (number: number) => unknown, range: number): number {
  const count = 200_000
  const started = performance.now()
  for (let index = 0; index < count; index++) read((index * 7919) % range)
  return ((performance.now() - started) / count) * 1000
}

function lookupByHash(): number {
  const hashes = Array.from({ length: 1000 }, (_, index) => {
    const block = chain.tree.byNumber((index * 7919) % chain.tree.head.number)
    return block?.hash ?? toHex(new Uint8Array(32))
  })
  return lookup((at) => chain.tree.byHash(hashes[at % 1000] as `0x${string}`), 1_000_000)
}

function residentBytes(): number {
  globalThis.gc?.()
  return process.memoryUsage().rss
}

function megabytes(bytes: number): number {
  return Math.round(bytes / 1_000_000)
}
