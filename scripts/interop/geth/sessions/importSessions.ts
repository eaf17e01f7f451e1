import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { createChain } from '../../../../src/chain/createChain.ts'
import { exportChain } from '../../../../src/exportChain.ts'
import { loadChain } from '../../../../src/formats/loadChain.ts'
import { Random } from '../../../../src/primitives/random.ts'
import { serve } from '../../../../src/serve.ts'
import type { GethOptions } from '../gethOptions.ts'
import { importInto } from '../importInto.ts'
import { Session } from './playSession.ts'
import { drawSpec } from './sessionSpec.ts'

/** How many sessions there are, unless `--blocks` says otherwise. */
const COUNT = 50

interface Imported {
  readonly summary: string
  /** a line for each export that geth refuses or reads otherwise */
  readonly differences: readonly string[]
}

/** Plays random sessions at endpoints, exports each, and has geth import it. After the merge, every branch becomes the head. */
export async function importSessions(
  program: string,
  { seed, blocks: count = COUNT, chain: only }: GethOptions,
  scratch: string,
): Promise<Imported> {
  const differences: string[] = []
  const totals = new Map<string, number>()
  for (let index = 1; index <= count; index++) {
    const name = `session-${index}`
    if (only !== undefined && name !== only) continue
    const files = join(scratch, name)
    try {
      const played = await playAndExport(`${seed}/${name}`, files)
      const imported = await importInto(program, await loadChain(files), files, scratch)
      for (const [what, more] of [...played, ...imported]) {
        totals.set(what, (totals.get(what) ?? 0) + more)
      }
    } catch (error) {
      differences.push(`--seed ${seed} --chain ${name}: ${(error as Error).message}`)
    }
    rmSync(files, { recursive: true, force: true })
  }
  for (const [what, total] of [...totals].sort()) console.log(`  ${total} × ${what}`)
  const sessions = only === undefined ? count : 1
  const taken = sessions - differences.length
  return { summary: `geth imports ${taken} of ${sessions} exports`, differences }
}

/** @returns how often each thing was done */
async function playAndExport(seed: string, files: string): Promise<ReadonlyMap<string, number>> {
  const random = new Random(seed)
  const chain = await createChain(drawSpec(seed, random))
  const server = await serve(chain, {
    port: 0,
    dev: true,
    automine: random.chance(1, 2),
    backgroundTraffic: random.chance(1, 3),
  })
  try {
    const session = new Session(server, chain, random)
    await session.play(random.between(20, 60))
    await exportChain(server, files, { format: 'hive' })
    return session.played
  } finally {
    await server.close()
  }
}
