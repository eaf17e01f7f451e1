import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { buildCommonJs } from '../scripts/commonJs/build.ts'
import { temporaryFolder } from './support/temporaryFolder.ts'

beforeAll(buildCommonJs)

it('require loads the same modules as import, with the same error classes', () => {
  const project = temporaryFolder()
  mkdirSync(join(project, 'node_modules'))
  symlinkSync(process.cwd(), join(project, 'node_modules/ommer'), 'junction')
  cpSync('scripts/consumers/projects/commonjs/main.cjs', join(project, 'main.cjs'))
  const { stdout, stderr } = spawnSync(process.execPath, ['main.cjs'], {
    cwd: project,
    encoding: 'utf8',
  })
  expect([stdout, stderr]).toEqual(['passed\n', ''])
})

it('includes the licences of all bundled packages', () => {
  const licences = readFileSync('dist/cjs/THIRD_PARTY_LICENSES.txt', 'utf8')
  const code = readFileSync('dist/cjs/index.js', 'utf8')
  const bundled = new Set(
    [...code.matchAll(/^ *\/\/ node_modules\/((?:@[\w.-]+\/)?[\w.-]+)\//gm)].map(
      ([, name]) => name,
    ),
  )
  expect(bundled.size).toBeGreaterThan(50)
  for (const name of bundled) expect(licences).toMatch(new RegExp(`^${name} \\d\\S* \\(`, 'm'))
})
