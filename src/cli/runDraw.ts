import { writeFile } from 'node:fs/promises'
import { drawChain } from '../drawChain.ts'
import { messageOf, OmmerError } from '../primitives/errors.ts'
import { INTERRUPTED } from './exitCodes.ts'
import {
  type GenerateArguments,
  generateChain,
  type LoadArguments,
  loadFromFiles,
} from './obtainChain.ts'
import { print } from './print.ts'
import { stopSignal } from './stopSignal.ts'

/** The arguments of `ommer draw`, from options or environment variables. */
export interface DrawArguments extends GenerateArguments, LoadArguments {
  readonly out: string
  readonly from?: number
  readonly to?: number
  readonly title?: string
  /** the file or folder to load the chain from, instead of generating it */
  readonly load?: string
}

/** Generates or loads a chain and draws it into a file. */
export async function runDraw(given: DrawArguments): Promise<void> {
  const { out, from, to, title, load } = given
  const chain = await (load === undefined
    ? generateChain(given, stopSignal)
    : loadFromFiles(load, given, stopSignal))
  if (chain === undefined || stopSignal.aborted) {
    process.exitCode = INTERRUPTED
    return
  }
  const svg = drawChain(chain, { from, to, title })
  await writeFile(out, svg).catch((error: unknown) => {
    throw new OmmerError('WRITE_FAILED', `--out: ${messageOf(error)}`)
  })
  await print(`${out}\n`)
}
