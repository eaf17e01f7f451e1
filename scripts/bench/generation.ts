import type { Rules } from '../../src/chain/protocol/rules.ts'
import type { ChainSpec } from '../../src/chain/spec/spec.ts'
import type { Hex } from '../../src/primitives/hex.ts'
import { Child } from './child.ts'
import { compare, measurePairs } from './pairs.ts'
import { type Row, row } from './report.ts'
import { busyBlocks, HISTORY, POW } from './specs.ts'

/** How much a process did, and how long it took. */
export interface Run {
  readonly transactions: number
  readonly seconds: number
}

/** A chain as one process sends it to another: what is needed to execute it again. */
export interface GeneratedChain {
  readonly rules: Rules
  readonly accounts: readonly Hex[]
  /** RLP of each block, genesis first */
  readonly blocks: readonly Uint8Array[]
}

/** Runs that warm up the compilers. Those of the generator are shorter, so it needs more. */
const WARM_UP_RUNS = { generator: 6, stock: 2 }

/**
 * Measures transactions per second with the default traffic, beside the stock block builder with the same transactions,
 * and beside signing alone. Ommer does more: the stock builder gets signed and decoded transactions, while the generator
 * drafts and signs them, and builds the blocks that become uncles, which do not count.
 *
 * @param pairs runs of each
 */
export async function measureGeneration(pairs: number): Promise<Row[]> {
  return [
    await besideStock('pow', POW, { pairs, target: 22 }),
    await besideStock('history', HISTORY, { pairs, target: 17 }),
    // Signing takes milliseconds, so more runs are needed and cost little.
    await besideSigning('pow', POW, { pairs: 4 * pairs, target: 0.17 }),
    await besideSigning('history', HISTORY, { pairs: 4 * pairs, target: 0.12 }),
    await amsterdamBesideLatest({ pairs, target: 0.9 }),
  ]
}

interface Measurement {
  readonly pairs: number
  /** the ratio that we want */
  readonly target: number
}

async function besideStock(
  preset: string,
  spec: ChainSpec,
  { pairs, target }: Measurement,
): Promise<Row> {
  const generator = new Child('ommerGenerator.ts')
  const stock = new Child('stockBuilder.ts')
  const generate = (): Promise<Run> => generator.do('run', spec)
  const build = (): Promise<Run> => stock.do('run')
  await stock.do('load', await generator.do('chain', spec))
  for (let i = 0; i < WARM_UP_RUNS.generator; i++) await generate()
  for (let i = 0; i < WARM_UP_RUNS.stock; i++) await build()
  const runs = await measurePairs(pairs, generate, build)
  await Promise.all([generator.stop(), stock.stop()])
  return row(
    `generation, ${preset}`,
    'transactions/s',
    'stock buildBlock',
    compare(runs, rate),
    target,
  )
}

async function besideSigning(
  preset: string,
  spec: ChainSpec,
  { pairs, target }: Measurement,
): Promise<Row> {
  const generator = new Child('ommerGenerator.ts')
  const signer = new Child('signer.ts')
  const generate = (): Promise<Run> => generator.do('run', spec)
  for (let i = 0; i < WARM_UP_RUNS.generator; i++) await generate()
  const { transactions } = await generate()
  const sign = (): Promise<Run> => signer.do('run', transactions)
  await sign()
  const runs = await measurePairs(pairs, generate, sign)
  await Promise.all([generator.stop(), signer.stop()])
  return row(
    `generation and signing, ${preset}`,
    'transactions/s',
    'native signing alone, one thread',
    compare(runs, rate),
    target,
  )
}

/** The same traffic under the rules of both forks; Amsterdam's blocks have access lists, too. */
async function amsterdamBesideLatest({ pairs, target }: Measurement): Promise<Row> {
  const [amsterdam, latest] = [new Child('ommerGenerator.ts'), new Child('ommerGenerator.ts')]
  const ofAmsterdam = (): Promise<Run> => amsterdam.do('run', busyBlocks('amsterdam'))
  const ofLatest = (): Promise<Run> => latest.do('run', busyBlocks('latest'))
  for (let i = 0; i < WARM_UP_RUNS.generator; i++) {
    await ofAmsterdam()
    await ofLatest()
  }
  const runs = await measurePairs(pairs, ofAmsterdam, ofLatest)
  await Promise.all([amsterdam.stop(), latest.stop()])
  return row(
    'generation, amsterdam',
    'transactions/s',
    'preset latest',
    compare(runs, rate),
    target,
  )
}

export function rate({ transactions, seconds }: Run): number {
  return transactions / seconds
}
