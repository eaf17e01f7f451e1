import { access, constants, rename, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { messageOf, OmmerError } from '../primitives/errors.ts'
import { fromHex, type Hex } from '../primitives/hex.ts'
import type { Server } from '../server/serve.ts'
import { type ForkArguments, isFork } from './forkCommandOptions.ts'

const expand = promisify(gunzip)

/** The options that load and dump the state of the server's own endpoint. */
export interface StateArguments extends ForkArguments {
  /** a file that is loaded, if it exists, and written */
  readonly state?: string
  readonly loadState?: string | undefined
  readonly dumpState?: string
  /** in seconds: how often it is written while the server runs */
  readonly stateInterval?: number
  readonly dev?: true
}

/** The files that are loaded and written. */
export interface StateFiles {
  readonly load: string | undefined
  readonly dump: string | undefined
}

/**
 * Finds the files of the options. As in Anvil, that of a folder is `state.json` in it.
 *
 * @throws {OmmerError} INVALID_OPTION if the file cannot be written there
 */
export async function stateFiles(given: StateArguments): Promise<StateFiles> {
  const { state, loadState, dumpState, stateInterval, dev } = given
  const dump = await fileAt(dumpState ?? state)
  const name = dumpState === undefined ? '--state' : '--dump-state'
  const refuse = (option: string, problem: string): never => {
    throw new OmmerError('INVALID_OPTION', `${option}: ${problem}`)
  }
  const [file] = Object.entries({ state, 'load-state': loadState, 'dump-state': dumpState })
    .filter(([, path]) => path !== undefined)
    .map(([option]) => `--${option}`)
  if (file !== undefined && isFork(given)) {
    refuse(
      file,
      'it has a whole state, of which a fork knows parts: keep a fork with ommer --dev --journal',
    )
  }
  if (dump === undefined && stateInterval !== undefined) {
    refuse('--state-interval', 'it needs --state or --dump-state, which name the file')
  }
  if (dump !== undefined && !dev) refuse(name, 'only --dev has a state of its own to write')
  if (dump !== undefined) {
    await access(dirname(dump), constants.W_OK).catch((cause: unknown) => {
      refuse(name, `cannot write there: ${messageOf(cause)}`)
    })
  }
  const load = await fileAt(loadState ?? state)
  const isThere = load !== undefined && (loadState !== undefined || (await exists(load)))
  return { load: isThere ? load : undefined, dump }
}

async function fileAt(path: string | undefined): Promise<string | undefined> {
  if (path === undefined) return undefined
  const isFolder = await stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  )
  return isFolder ? join(path, 'state.json') : path
}

function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  )
}

/** Writes the state at each interval, until the signal is aborted. What fails is told, and tried again. */
export async function dumpEvery(
  seconds: number,
  server: Server,
  path: string,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    await sleep(seconds * 1000, undefined, { signal }).catch(() => {})
    if (signal.aborted) return
    await dumpState(server, path).catch((error: unknown) => {
      process.stderr.write(`warning: ${messageOf(error)}\n`)
    })
  }
}

/**
 * Writes the state of the server's own endpoint as Anvil does.
 *
 * @throws {OmmerError} CANNOT_WRITE
 */
export async function dumpState(server: Server, path: string): Promise<void> {
  try {
    const packed = (await server.request({ method: 'anvil_dumpState' })) as Hex
    const text = await expand(fromHex(packed))
    // Readers see the state before it, or this one.
    await writeFile(`${path}.new`, text)
    await rename(`${path}.new`, path)
  } catch (cause) {
    throw new OmmerError(
      'CANNOT_WRITE',
      `${path}: the state was not written: ${messageOf(cause)}`,
      {
        cause,
      },
    )
  }
}
