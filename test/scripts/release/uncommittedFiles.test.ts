import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { uncommittedFiles } from '../../../scripts/release/uncommittedFiles.ts'
import { temporaryFolder } from '../../support/temporaryFolder.ts'

it('names what the last commit does not have', () => {
  const root = temporaryFolder()
  const git = (...args: readonly string[]) => execFileSync('git', args, { cwd: root })
  const write = (name: string, text: string) => writeFileSync(join(root, name), text)
  git('init', '--quiet')
  for (const name of ['.gitignore', 'one', 'two']) write(name, 'dist')
  git('add', '--all')
  git('-c', 'user.name=a', '-c', 'user.email=a@b.c', 'commit', '--quiet', '--message', 'all')
  write('dist', 'built')
  expect(uncommittedFiles(root)).toEqual([])
  write('one', 'changed')
  write('three', 'new')
  expect(uncommittedFiles(root)).toEqual(['one', 'three'])
})
