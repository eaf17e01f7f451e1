import { execFileSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { createChain } from '../../../../src/chain/createChain.ts'
import { presets } from '../../../../src/chain/spec/presets.ts'
import { exportChain } from '../../../../src/exportChain.ts'
import type { ChainSpec } from '../../../../src/index.ts'

/** Chains whose fork is at other blocks, each with blocks before and after it. */
function specs(seed: number): readonly ChainSpec[] {
  const { forks } = presets.history
  const positions = [81, 82, 83, 88, 96]
  return [
    { preset: 'amsterdam', blocks: 200, seed },
    ...positions.map((amsterdam) => ({
      preset: 'history' as const,
      forks: { ...forks, amsterdam },
      blocks: amsterdam + 24,
      gasLimit: amsterdam % 2 === 0 ? 30_000_000 : 6_000_000,
      seed: seed + amsterdam,
    })),
    ...[1, 2, 7].map((amsterdam) => ({
      preset: 'latest' as const,
      forks: { bpo2: 0, paris: 0, amsterdam },
      blocks: 64,
      gasLimit: 60_000_000,
      transactionsPerBlock: [0, 12] as const,
      seed: seed + amsterdam,
    })),
  ]
}

/** Has geth import chains across the fork. */
export async function importChains(
  program: string,
  seed: number,
  scratch: string,
): Promise<{ readonly summary: string; readonly differences: readonly string[] }> {
  const differences: string[] = []
  let blocks = 0
  for (const [index, spec] of specs(seed).entries()) {
    const folder = join(scratch, `chain-${index}`)
    const data = ['--datadir', join(scratch, `data-${index}`), '--state.scheme', 'hash']
    try {
      const { tree } = await createChain(spec)
      await exportChain(await createChain(spec), folder, { format: 'hive' })
      run(program, [...data, 'init', join(folder, 'genesis.json')])
      const log = run(program, [...data, 'import', join(folder, 'chain.rlp')])
      const wanted = `number=${tree.head.number} `
      if (!log.includes(wanted)) throw new Error(log.split('\n').slice(-4).join(' '))
      blocks += tree.head.number
    } catch (error) {
      differences.push(`${JSON.stringify(spec)}: ${(error as Error).message}`)
    }
    for (const each of [folder, data[1] as string]) rmSync(each, { recursive: true, force: true })
  }
  const count = specs(seed).length
  const imported = count - differences.length
  return { summary: `geth imports ${imported} of ${count} chains, ${blocks} blocks`, differences }
}

/** @returns what it logs */
function run(program: string, args: readonly string[]): string {
  return execFileSync('sh', ['-c', '"$0" "$@" 2>&1', program, ...args], {
    maxBuffer: 2 ** 26,
  }).toString()
}
