import { Worker, type WorkerOptions } from 'node:worker_threads'

/**
 * Starts a worker thread of the package.
 *
 * @param entry the name of its program among those that the build makes, without `.js`
 */
export function startThread(entry: string, options: WorkerOptions = {}): Worker {
  // Node 20 cannot run TypeScript, so the sources, which only tests run, use the built worker.
  const isSource = import.meta.url.endsWith('.ts')
  const file = `${isSource ? '../../dist/' : './'}${entry}.js`
  // Options of this process, such as those of a profiler or of tsx, are not for the worker.
  return new Worker(new URL(file, import.meta.url), { ...options, execArgv: [] })
}
