import { availableParallelism } from 'node:os'
import { resolveServeOptions } from '../server/resolveServeOptions.ts'
import { serve } from '../server/serve.ts'
import { version } from '../version.ts'
import { isWorker } from '../workers/isWorker.ts'
import { printReady } from './printReady.ts'
import {
  runServe,
  type ServeArguments,
  toServeOptions,
  untilAborted,
  warnIfExposed,
} from './runServe.ts'
import { requestStop, stopSignal } from './stopSignal.ts'

/** The arguments of `ommer serve --workers`. */
export interface WorkersArguments extends ServeArguments {
  readonly workers: number | 'auto'
}

/**
 * Serves a chain with several processes, of which this is one; resolves after a stop signal, once everything is closed.
 */
export async function runWorkers(given: WorkersArguments): Promise<void> {
  if (isWorker) return runWorker(given)
  const options = resolveServeOptions(toServeOptions(given))
  const { Primary, WorkerEndedError } = await import('../workers/primary.ts')
  const count = given.workers === 'auto' ? availableParallelism() : given.workers
  const primary = new Primary(count, options)
  const stopped = untilAborted(stopSignal)
  try {
    const text = await Promise.race([primary.start(), stopped])
    if (text === undefined) return
    warnIfExposed(given.host)
    await printReady(text, given)
    await Promise.race([primary.failure, stopped])
  } catch (error) {
    if (!(error instanceof WorkerEndedError && error.isReported)) throw error
    process.exitCode = 1
  } finally {
    await primary.stop()
  }
}

async function runWorker(given: WorkersArguments): Promise<void> {
  const { WorkerGroup } = await import('../workers/workerGroup.ts')
  const group = new WorkerGroup(requestStop)
  try {
    const { cache } = await group.started
    const own = given.cache === false ? { ...given, cache } : given
    await runServe(own, {
      serve(chain, options) {
        const clientVersion = options.clientVersion ?? `ommer/${version}`
        return serve(chain, { ...options, clientVersion }, version, undefined, group)
      },
      announce: (text) => group.ready(text),
      growEvery: (intervalMs, stop) => group.growEvery(intervalMs, stop),
    })
  } finally {
    group.leave()
  }
}
