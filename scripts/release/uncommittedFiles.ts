import { execFileSync } from 'node:child_process'

/**
 * The files of a repository that differ from its last commit, and those that it does not know and does not ignore.
 *
 * @param root the folder of the repository
 */
export function uncommittedFiles(root: string): string[] {
  const output = execFileSync('git', ['status', '--porcelain'], { cwd: root, encoding: 'utf8' })
  return output.split('\n').flatMap((line) => (line === '' ? [] : [line.slice(3)]))
}
