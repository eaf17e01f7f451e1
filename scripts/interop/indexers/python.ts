import { join } from 'node:path'
import { installProject, runProgram } from '../project.ts'

/**
 * Installs the requirements of a project.
 *
 * @throws {NotInstalledError}
 */
export function installPython(name: string): { readonly folder: string; readonly python: string } {
  const python = join('venv', 'bin', 'python')
  const project = new URL(`projects/${name}/`, import.meta.url)
  const folder = installProject('indexer', project, 'requirements.txt', [
    ['python3', '-m', 'venv', 'venv'],
    [python, '-m', 'pip', 'install', '--quiet', '--requirement', 'requirements.txt'],
  ])
  return { folder, python }
}

/**
 * Installs the requirements of a project, and runs its `run.py`.
 *
 * @returns the JSON that it prints
 * @throws {NotInstalledError}
 */
export function runPython<Result>(name: string, ...args: readonly string[]): Promise<Result> {
  const { folder, python } = installPython(name)
  return runProgram(folder, join(folder, python), '-W', 'ignore', 'run.py', ...args)
}
