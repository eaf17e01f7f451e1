import { execFile, execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { FixtureError } from '../../../../src/formats/fixtureError.ts'
import { loadChain } from '../../../../src/formats/loadChain.ts'
import { oddGenesis } from '../../../../test/support/oddGenesis.ts'
import type { GethOptions } from '../gethOptions.ts'
import { type GenesisFile, oddSpellings } from './spellings.ts'

/** What a node makes of a file: the hash of block 0, or why it refuses the file. */
type Verdict = { readonly hash: string } | { readonly refusal: string }

/** What ommer refuses with a reason, because it cannot run such a chain. */
const UNSUPPORTED =
  /not supported$|2\^53 - 1$|config\.chainId: it is missing, or 0$|(gasUsed|parentHash): it is not 0$|(homesteadBlock|balance): -1 is negative$|mergeNetsplitBlock: 0 is before/

/** What ommer reads and geth does not: networks that begin with blobs and no schedule of them, and a DAO fork that is never reached. */
const STRICTER_GETH =
  /missing entry for fork .* in blobSchedule|daoForkBlock enabled|non-string into .*depositContractAddress/

/**
 * Has geth and ommer read the same files: those that geth has built in, those in a folder, and odd spellings of each
 * name and value.
 *
 * @param options `files`: a folder with more files; `chain`: compare only files whose names start with this
 */
export async function compareGenesis(
  geth: string,
  { files, chain: only = '' }: Pick<GethOptions, 'files' | 'chain'>,
  scratch: string,
): Promise<{ readonly summary: string; readonly differences: readonly string[] }> {
  const all = [...builtIn(geth), ...inFolder(files), ...oddSpellings(), ...oddGenesis].filter(
    ({ name }) => name.startsWith(only),
  )
  const differences: string[] = []
  const counts = { same: 0, refused: 0, unsupported: 0, older: 0 }
  for (const { name, text } of all) {
    const [theirs, ours] = [await ofGeth(geth, text, scratch), await ofOmmer(text, scratch)]
    if ('hash' in theirs && 'hash' in ours && theirs.hash === ours.hash) counts.same++
    else if ('refusal' in theirs && 'refusal' in ours) counts.refused++
    else if ('refusal' in ours && UNSUPPORTED.test(ours.refusal)) counts.unsupported++
    else if ('refusal' in theirs && STRICTER_GETH.test(theirs.refusal)) counts.older++
    else differences.push(`${name}: geth ${show(theirs)}, ommer ${show(ours)}`)
  }
  const { same, refused, unsupported, older } = counts
  const summary = `${all.length} files: ${same} have the same hash, both refuse ${refused}, ommer does not support ${unsupported}, only ommer reads ${older}`
  return { summary, differences }
}

function builtIn(geth: string): GenesisFile[] {
  return ['mainnet', 'sepolia', 'hoodi'].map((name) => ({
    name,
    text: execFileSync(geth, ['dumpgenesis', `--${name}`], {
      stdio: ['ignore', 'pipe', 'ignore'],
    }).toString(),
  }))
}

function inFolder(folder: string | undefined): GenesisFile[] {
  if (folder === undefined) return []
  const names = readdirSync(folder).filter((name) => name.endsWith('.json'))
  return names.map((name) => ({ name, text: readFileSync(join(folder, name), 'utf8') }))
}

async function ofGeth(geth: string, text: string, scratch: string): Promise<Verdict> {
  const folder = join(scratch, 'geth-init')
  const file = join(scratch, 'init.json')
  writeFileSync(file, text)
  const args = ['--log.format', 'json', 'init', '--datadir', folder, file]
  try {
    const { stderr } = await promisify(execFile)(geth, args)
    const hash = /Successfully wrote genesis state.*"hash":"(0x[0-9a-f]{64})"/.exec(stderr)?.[1]
    return hash === undefined ? { refusal: `no hash in ${stderr}` } : { hash }
  } catch (error) {
    const { stderr } = error as { stderr: string }
    return { refusal: /Fatal: .*|panic: .*/.exec(stderr)?.[0] ?? stderr }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function ofOmmer(text: string, scratch: string): Promise<Verdict> {
  const folder = join(scratch, 'ommer-load')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'genesis.json'), text)
  writeFileSync(join(folder, 'chain.rlp'), '')
  try {
    return { hash: (await loadChain(folder)).tree.first.hash }
  } catch (error) {
    // Anything else than a refusal of the file is a fault of ommer.
    if (error instanceof FixtureError) return { refusal: error.message }
    return { hash: `fails: ${(error as Error).message}` }
  }
}

function show(verdict: Verdict): string {
  return 'hash' in verdict ? verdict.hash : `refuses it (${verdict.refusal})`
}
