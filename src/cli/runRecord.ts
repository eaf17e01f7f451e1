import { existsSync } from 'node:fs'
import type { Recording } from '../record/recordChain.ts'
import { recordingPath } from '../record/recordingFolder.ts'
import type { EndTag } from '../record/recordOptions.ts'
import { recordChain } from '../recordChain.ts'
import { INTERRUPTED } from './exitCodes.ts'
import { print } from './print.ts'
import { progressBar } from './progressBar.ts'
import { requireOutFolder } from './requireOutFolder.ts'
import { stopSignal } from './stopSignal.ts'

/** What `ommer record` was told, by options or by the environment. */
export interface RecordArguments {
  readonly rpc: string
  readonly from: number
  readonly to: number | EndTag
  readonly out: string
  readonly header: readonly string[]
  readonly answerBytes: number
  readonly concurrency: number
  /** in seconds */
  readonly timeout: number
  readonly tries: number
  readonly chainId?: number
  readonly verify: boolean
  readonly restart?: true
}

/** Records a range of blocks of a node, or goes on where a run was broken off. */
export async function runRecord(given: RecordArguments): Promise<void> {
  const recording = await record(given)
  if (recording === undefined) {
    process.exitCode = INTERRUPTED
    const path = recordingPath(given.out)
    if (existsSync(path)) {
      process.stderr.write(`stopped: the same command goes on from what is in ${path}\n`)
    }
    return
  }
  const { folder, blocks, head } = recording
  const count = `${blocks} block${blocks === 1 ? '' : 's'}`
  await print(`${folder}: ${count}; head ${head.number} ${head.hash}\n`)
}

/** @returns nothing where a signal came first */
async function record(given: RecordArguments): Promise<Recording | undefined> {
  const { rpc, out, header, timeout, restart, ...rest } = given
  await requireOutFolder(out)
  const bar = progressBar(process.stderr, 'Recording blocks')
  try {
    return await recordChain(rpc, {
      ...rest,
      folder: out,
      headers: header,
      timeoutMs: timeout * 1000,
      restart: restart ?? false,
      onProgress: bar.update,
      signal: stopSignal,
    })
  } catch (error) {
    if (stopSignal.aborted) return undefined
    throw error
  } finally {
    bar.finish()
  }
}
