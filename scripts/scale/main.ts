import { loadavg } from 'node:os'
import { Command } from 'commander'
import { buildPackage } from '../build/buildPackage.ts'
import { importBuilt } from '../build/built.ts'
import { atLeast } from './atLeast.ts'
import { measureLookups } from './lookups.ts'
import { measureMemory } from './memory.ts'

/** How many blocks a figure averages. */
const SAMPLE = 1000

/** After how many blocks to report progress. */
const STEP = 10_000

const options = new Command('scale')
  .description('Grows one chain to a great length and reports time and memory.')
  .option(
    '--blocks <count>',
    `number of blocks, at least ${3 * SAMPLE}`,
    atLeast(3 * SAMPLE),
    100_000,
  )
  .option('--transactions <count>', 'transactions in each block', atLeast(1), 10)
  .showSuggestionAfterError(false)
  .parse()
  .opts<{ readonly blocks: number; readonly transactions: number }>()

const [loadBefore] = loadavg()
await buildPackage()
const { createChain } = await importBuilt()
const chain = await createChain({
  seed: 'scale',
  blocks: 0,
  transactionsPerBlock: [options.transactions, options.transactions],
})
// The first blocks warm up the compilers and cross forks, so they do not count.
await chain.extend(SAMPLE)
const memoryBefore = measureMemory()
const lookupsEarly = lookUp()
const early = await grow(SAMPLE)

let { number } = chain.tree.head
while (number < options.blocks - SAMPLE) {
  const next = Math.min(number - (number % STEP) + STEP, options.blocks - SAMPLE)
  const { milliseconds } = await grow(next - number)
  number = next
  const megabytes = Math.round(measureMemory().resident / 1e6)
  console.error(
    `${number} blocks, ${milliseconds.toFixed(2)} ms a block, ${megabytes} MB resident, ` +
      `load ${loadavg()[0]?.toFixed(2)}`,
  )
}

const late = await grow(SAMPLE)
const memory = measureMemory()
const lookupsLate = lookUp()
const transactions = countTransactions(SAMPLE + 1, options.blocks)
console.log(
  JSON.stringify(
    rounded({
      node: process.version,
      load: { before: loadBefore, after: loadavg()[0] },
      blocks: options.blocks,
      transactions: countTransactions(1, options.blocks),
      millisecondsPerBlock: {
        at1000: early.milliseconds,
        atEnd: late.milliseconds,
        ratio: late.milliseconds / early.milliseconds,
      },
      // Other processes make a chain slower, but hardly increase its processor time.
      processorMillisecondsPerBlock: {
        at1000: early.processor,
        atEnd: late.processor,
        ratio: late.processor / early.processor,
      },
      bytesPerTransaction: {
        resident: (memory.resident - memoryBefore.resident) / transactions,
        used: (memory.used - memoryBefore.used) / transactions,
      },
      residentMegabytes: memory.resident / 1e6,
      lookupMicroseconds: { at1000: lookupsEarly, atEnd: lookupsLate },
    }),
    undefined,
    2,
  ),
)

/** Milliseconds for each block: elapsed, and processor time of all threads. */
async function grow(count: number): Promise<{ milliseconds: number; processor: number }> {
  const processorBefore = process.cpuUsage()
  const start = performance.now()
  await chain.extend(count)
  const milliseconds = performance.now() - start
  const { user, system } = process.cpuUsage(processorBefore)
  return { milliseconds: milliseconds / count, processor: (user + system) / 1000 / count }
}

function lookUp() {
  return measureLookups(
    chain.tree,
    (number) => chain.blockByNumber(number)?.transactions.map(({ hash }) => hash) ?? [],
  )
}

/** Counts them, because gas may leave no room for some. */
function countTransactions(first: number, last: number): number {
  let count = 0
  for (let number = first; number <= last; number++) {
    count += (chain.tree.byNumber(number)?.senders.length ?? 0) / 20
  }
  return count
}

/** Four digits are already more precise than the noise allows. */
function rounded(value: unknown): unknown {
  if (typeof value === 'number') return Number.isInteger(value) ? value : +value.toPrecision(4)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, rounded(each)]))
}
