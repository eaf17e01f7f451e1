import { installProject, npmInstall, runProgram } from '../project.ts'

const project = new URL('projects/libraries/', import.meta.url)

/**
 * Runs a program of `projects/libraries/`, whose packages are installed first.
 *
 * @returns the JSON that it prints
 * @throws {NotInstalledError} if they cannot be installed
 */
export function runLibrary<Result>(program: string, ...args: readonly string[]): Promise<Result> {
  const folder = installProject('providers', project, 'package.json', npmInstall)
  return runProgram<Result>(folder, process.execPath, program, ...args)
}
