import { join } from 'node:path'
import { type Major, obtainRuntime, RuntimeError } from '../runtimes/runtime.ts'
import { NotInstalledError } from './project.ts'

/**
 * The Node that runs this, or a newer one if a program needs that.
 *
 * @param major the oldest version that the program accepts
 * @throws {NotInstalledError}
 */
export function nodeSince(major: Major): string {
  const [own = ''] = process.versions.node.split('.')
  if (Number(own) >= Number(major)) return process.execPath
  try {
    return join(obtainRuntime(major), 'node')
  } catch (error) {
    if (error instanceof RuntimeError) throw new NotInstalledError(error.message)
    throw error
  }
}
