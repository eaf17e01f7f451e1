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

/** The arguments of `ommer record`, from options or environment variables. */
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

/** Records a range of blocks from a node, or resumes an interrupted recording. */
export async function runRecord(given: RecordArguments): Promise<void> {
  const recording = await record(given)
  if (recording === undefined) {
    process.exitCode = INTERRUPTED
    const path = recordingPath(given.out)
    if (existsSync(path)) {
      process.stderr.write(`stopped: run the same command again to resume from ${path}\n`)
    }
    return
  }
  const { folder, blocks, head } = recording
  const count = `${blocks} block${blocks === 1 ? '' : 's'}`
  await print(`${folder}: ${count}; head ${head.number} ${head.hash}\n`)
}

/** @returns undefined if a stop signal arrived before the end */
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
