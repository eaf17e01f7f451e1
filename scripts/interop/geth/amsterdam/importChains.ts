import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { createChain } from '../../../../src/chain/createChain.ts'
import { exportChain } from '../../../../src/exportChain.ts'
import type { ChainSpec } from '../../../../src/index.ts'
import { startWith } from '../compareChain.ts'
import { acrossAmsterdam, type EarlierPreset } from './acrossAmsterdam.ts'

/** Where chains of each preset cross the fork. */
const positions: Readonly<Record<EarlierPreset, readonly number[]>> = {
  latest: [1, 2, 3, 5, 7, 11, 16, 24],
  history: [81, 82, 83, 84, 86, 88, 92, 96],
  eras: [115, 116, 118, 120],
  pow: [2, 5, 9, 14],
}

/** How many blocks come after the fork. */
const BLOCKS_AFTER = 16

/** A chain, and the blocks below which side branches leave it. */
interface ImportedChain {
  readonly spec: ChainSpec
  readonly sides: readonly number[]
}

/** A chain of Amsterdam, and chains that cross it, with side branches on both sides of the fork. */
function chains(seed: number): readonly ImportedChain[] {
  const amsterdam = { preset: 'amsterdam', blocks: 200, seed } as const
  const across = (Object.keys(positions) as EarlierPreset[]).flatMap((preset) =>
    positions[preset].map(
      (position, index): ImportedChain => ({
        spec: {
          ...acrossAmsterdam(preset, position),
          blocks: position + BLOCKS_AFTER,
          gasLimit: [6_000_000, 30_000_000, 60_000_000, 120_000_000][index % 4],
          transactionsPerBlock: preset === 'latest' ? [0, 12] : [0, 5],
          seed: seed + position,
        },
        sides: [Math.max(0, position - 2), position + 2],
      }),
    ),
  )
  return [{ spec: amsterdam, sides: [3, 150] }, ...across]
}

/** Has geth import chains across the fork. */
export async function importChains(
  program: string,
  seed: number,
  scratch: string,
): Promise<{ readonly summary: string; readonly differences: readonly string[] }> {
  const differences: string[] = []
  let blocks = 0
  for (const { spec, sides } of chains(seed)) {
    const folder = join(scratch, 'chain')
    try {
      const chain = await createChain(spec)
      for (const [index, below] of sides.entries()) {
        await chain.extendBranch(below, `side-${index}`, 4)
      }
      await exportChain(chain, folder, { format: 'hive' })
      const geth = await startWith(program, chain, folder, scratch)
      try {
        const all = [chain.tree.head, ...chain.tree.sideBlocks]
        for (const { number, hash } of all) {
          const known = await geth.ask<object | null>('eth_getBlockByHash', hash, false)
          if (known === null) throw new Error(`geth does not have block ${number} ${hash}`)
        }
        blocks += chain.tree.head.number + chain.tree.sideBlocks.length
      } finally {
        await geth.stop()
      }
    } catch (error) {
      differences.push(`${JSON.stringify(spec)}: ${(error as Error).message}`)
    }
    rmSync(folder, { recursive: true, force: true })
  }
  const count = chains(seed).length
  const imported = count - differences.length
  return { summary: `geth imports ${imported} of ${count} chains, ${blocks} blocks`, differences }
}
