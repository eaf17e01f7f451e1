import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { runCli } from '../../support/runCli.ts'

/** Kept between runs: to generate the chain takes minutes. */
const FOLDER = 'node_modules/.cache/ommer/long-chain-1'

/** With transactions and, in its first half, uncles. A change of these options needs another name of the folder. */
const OPTIONS =
  '--blocks 100000 --preset history --transactions-per-block 0-1 --format bundle --no-cache'

/** The folder with a chain of 100,000 blocks, which the first call on a machine writes. */
export async function longChain(): Promise<string> {
  if (existsSync(FOLDER)) return FOLDER
  const unfinished = `${FOLDER}.${process.pid}`
  mkdirSync(dirname(FOLDER), { recursive: true })
  const { code, stderr } = await runCli(['export', '--out', unfinished, ...OPTIONS.split(' ')])
  if (code !== 0) {
    rmSync(unfinished, { recursive: true, force: true })
    throw new Error(`the chain of 100,000 blocks was not written: ${stderr}`)
  }
  renameSync(unfinished, FOLDER)
  return FOLDER
}
