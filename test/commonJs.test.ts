import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { importBuilt } from '../scripts/build/built.ts'
import { temporaryFolder } from './support/temporaryFolder.ts'

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

it('keeps the names of classes, by which errors of the two copies are recognized', async () => {
  const modules = await importBuilt()
  const required = createRequire(import.meta.url)('../dist/cjs/index.js')
  for (const copy of [modules, required]) {
    const classes = Object.entries<unknown>(copy).filter(([name]) => /^[A-Z].*Error$/.test(name))
    expect(classes.length).toBeGreaterThan(5)
    for (const [name, value] of classes) expect(value).toHaveProperty('name', name)
  }
})

it('includes the licences of all bundled packages', () => {
  const licences = readFileSync('dist/THIRD_PARTY_LICENSES.txt', 'utf8')
  const esModules = readdirSync('dist').filter((name) => name.endsWith('.js'))
  const namesIn = (file: string) =>
    [
      ...readFileSync(`dist/${file}`, 'utf8').matchAll(
        /^ *\/\/ node_modules\/((?:@[\w.-]+\/)?[\w.-]+)\//gm,
      ),
    ].map(([, name]) => name)
  const required = new Set(namesIn('cjs/bundle.js'))
  const imported = new Set(esModules.flatMap(namesIn))
  expect(required.size).toBeGreaterThan(50)
  expect(imported.size).toBeGreaterThan(30)
  const bundled = new Set([...required, ...imported])
  for (const name of bundled) expect(licences).toMatch(new RegExp(`^${name} \\d\\S* \\(`, 'm'))
})
