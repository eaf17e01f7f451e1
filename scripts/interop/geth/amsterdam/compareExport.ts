import { execFileSync } from 'node:child_process'
import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createChain } from '../../../../src/chain/createChain.ts'
import { exportChain } from '../../../../src/exportChain.ts'
import type { ChainSpec } from '../../../../src/index.ts'

/** A small chain across the fork. */
const spec: ChainSpec = {
  seed: 'exported',
  preset: 'latest',
  forks: { bpo2: 0, paris: 0, amsterdam: 3 },
  blocks: 8,
  transactionsPerBlock: [2, 4],
}

/**
 * Has geth import a `chain.rlp` with access lists and export it again.
 *
 * @param recordIn the folder of the tests that gets geth's files, if they are saved
 */
export async function compareExport(
  program: string,
  scratch: string,
  recordIn: string | undefined,
): Promise<{ readonly summary: string; readonly differences: readonly string[] }> {
  const folder = join(scratch, 'exported')
  const chain = await createChain(spec)
  await exportChain(chain, folder, { format: 'hive', accessLists: true })
  const [genesis, blocks] = [join(folder, 'genesis.json'), join(folder, 'chain.rlp')]
  const exported = join(scratch, 'geth-export.rlp')
  const data = ['--datadir', join(scratch, 'exported-data')]
  for (const args of [
    ['init', ...data, genesis],
    ['import', ...data, blocks],
    ['export', ...data, exported],
  ]) {
    execFileSync(program, args, { stdio: ['ignore', 'ignore', 'pipe'] })
  }
  // geth writes block 0, too.
  const ours = Buffer.concat([chain.tree.first.rlp, readFileSync(blocks)])
  const theirs = readFileSync(exported)
  if (recordIn !== undefined) {
    cpSync(genesis, join(recordIn, 'genesis.json'))
    writeFileSync(join(recordIn, 'chain.rlp'), theirs)
  }
  const summary = `${theirs.length} bytes`
  if (ours.equals(theirs)) return { summary, differences: [] }
  const at = ours.findIndex((byte, index) => byte !== theirs[index])
  return { summary, differences: [`${ours.length} bytes of ommer differ from byte ${at} on`] }
}
