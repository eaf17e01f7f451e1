import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type ForkSet, genesisOf } from './forkSets.ts'

/** Writes genesis.json and chain.rlp of a set of options into a folder. @throws if it fails */
export type ChainMaker = (set: ForkSet, folder: string) => void

const source = fileURLToPath(new URL('chainmaker/', import.meta.url))

/** Builds the chain maker in this folder, which uses go-ethereum's. */
export function ownChainMaker(scratch: string): ChainMaker {
  const program = join(scratch, 'chainmaker')
  execFileSync('go', ['build', '-o', program, '.'], {
    cwd: source,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  return (set, folder) => {
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, 'genesis.json'), JSON.stringify(genesisOf(set)))
    run(program, [folder, String(set.length)])
  }
}

/** Runs an installed hivechain. */
export function hivechainMaker(program: string): ChainMaker {
  return ({ length, interval, merged = false, lastFork }, folder) => {
    mkdirSync(folder, { recursive: true })
    run(program, [
      'generate',
      '-length',
      String(length),
      '-fork-interval',
      String(interval),
      '-tx-interval',
      '1',
      '-tx-count',
      '3',
      '-outputs',
      'genesis,chain,headfcu,headblock',
      ...(merged ? ['-pos'] : []),
      ...(lastFork === undefined
        ? []
        : ['-lastfork', hiveNames[lastFork] ?? lastFork.toLowerCase()]),
      '-outdir',
      folder,
    ])
  }
}

/** Forks that hivechain does not call by their lower-case name. */
const hiveNames: Readonly<Partial<Record<NonNullable<ForkSet['lastFork']>, string>>> = {
  paris: 'merge',
}

function run(program: string, args: readonly string[]): void {
  try {
    execFileSync(program, args, { stdio: ['ignore', 'ignore', 'pipe'] })
  } catch (error) {
    const { stderr } = error as { readonly stderr: Buffer }
    throw new Error(stderr.toString().trim().split('\n')[0])
  }
}
