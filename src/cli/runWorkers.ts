import { availableParallelism } from 'node:os'
import { isWorker } from '../group/supervisor/isWorker.ts'
import { resolveServeOptions } from '../server/resolveServeOptions.ts'
import { devGenesisTime } from './devDefaults.ts'
import { printReady } from './printReady.ts'
import { runMember } from './runMember.ts'
import {
  type ServeArguments,
  toServeOptions,
  untilAborted,
  warnIfExposed,
  warnOfFork,
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
  const { Supervisor, WorkerEndedError } = await import('../group/supervisor/supervisor.ts')
  // The workers read it as an option.
  const genesisTime = await devGenesisTime(given)
  if (genesisTime !== undefined) process.env.OMMER_GENESIS_TIME = String(genesisTime)
  const count = given.workers === 'auto' ? availableParallelism() : given.workers
  const supervisor = new Supervisor(count, options)
  const stopped = untilAborted(stopSignal)
  try {
    const text = await Promise.race([supervisor.start(), stopped])
    if (text === undefined) return
    warnIfExposed(given.host)
    await printReady(text, given)
    await Promise.race([supervisor.failure, stopped])
  } catch (error) {
    if (!(error instanceof WorkerEndedError && error.isReported)) throw error
    process.exitCode = 1
  } finally {
    await supervisor.stop()
  }
}

async function runWorker(given: WorkersArguments): Promise<void> {
  const { WorkerHost } = await import('../group/supervisor/workerHost.ts')
  const host = new WorkerHost(requestStop)
  try {
    const { index, cache, journal } = await host.started
    const options = resolveServeOptions(toServeOptions(given))
    const store = host.store(journal)
    const own = given.cache === false ? { ...given, cache } : given
    await runMember(own, options, store, host, (text, chain) => {
      // One of them is enough.
      if (index === 0) warnOfFork(chain, given)
      host.ready(text)
    })
  } finally {
    host.leave()
  }
}
