import { Worker, type WorkerOptions } from 'node:worker_threads'

/** Starts the worker thread of the package. */
export function startCallWorker(options: WorkerOptions): Worker {
  // Node 20 cannot run TypeScript, so the sources, which only tests run, use the built worker.
  const isSource = import.meta.url.endsWith('.ts')
  const file = isSource ? '../../../dist/callWorker.js' : './callWorker.js'
  // Options of this process, such as those of a profiler or of tsx, are not for the worker.
  return new Worker(new URL(file, import.meta.url), { ...options, execArgv: [] })
}
