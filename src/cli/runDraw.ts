import { writeFile } from 'node:fs/promises'
import { drawChain } from '../drawChain.ts'
import { type DrawOptions, resolveDrawOptions } from '../endpoint/drawing/drawOptions.ts'
import { messageOf, OmmerError } from '../primitives/errors.ts'
import { INTERRUPTED } from './exitCodes.ts'
import {
  type GenerateArguments,
  generateChain,
  type LoadArguments,
  loadFromFiles,
  withProgress,
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
  /** the file of a scenario, whose last state is drawn */
  readonly scenario?: string
}

/** Generates or loads a chain, or plays a scenario, and writes a picture of it. */
export async function runDraw(given: DrawArguments): Promise<void> {
  const { out, from, to, title } = given
  const options = { from, to, title }
  // Reports a wrong option now, not after a long chain has been generated.
  resolveDrawOptions(options)
  const svg = await draw(given, options)
  if (svg === undefined) {
    process.exitCode = INTERRUPTED
    return
  }
  await writeFile(out, svg).catch((error: unknown) => {
    throw new OmmerError('NOT_WRITTEN', `--out: ${messageOf(error)}`)
  })
  await print(`${out}: ${svg.length} characters\n`)
}

/** @returns undefined if the program was told to stop */
async function draw(given: DrawArguments, options: DrawOptions): Promise<string | undefined> {
  const { load, scenario } = given
  if (scenario !== undefined) return drawScenario(scenario, options)
  const chain = await (load === undefined
    ? generateChain(given, stopSignal)
    : loadFromFiles(load, given, stopSignal))
  return chain && drawChain(chain, options)
}

/** Plays all steps of a scenario without waiting for clients. */
function drawScenario(file: string, options: DrawOptions): Promise<string | undefined> {
  return withProgress('Generating blocks', stopSignal, async (progress) => {
    const { playScenario } = await import('../playScenario.ts')
    const playing = await playScenario(file, { port: 0, byHand: true, ...progress })
    try {
      await playing.finish()
      return drawChain(playing.server, options)
    } finally {
      await playing.close()
    }
  })
}
