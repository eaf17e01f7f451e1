import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { join, resolve } from 'node:path'
import { expect, it } from 'vitest'
import { importBuilt } from '../scripts/build/built.ts'
import { temporaryFolder } from './support/temporaryFolder.ts'

it('is the same whether it is imported or required', () => {
  const project = temporaryFolder()
  mkdirSync(join(project, 'node_modules'))
  symlinkSync(resolve('dist'), join(project, 'node_modules/ommer'), 'junction')
  cpSync('scripts/rehearse/projects/commonjs/main.cjs', join(project, 'main.cjs'))
  const { stdout, stderr } = spawnSync(process.execPath, ['main.cjs'], {
    cwd: project,
    encoding: 'utf8',
  })
  expect([stdout, stderr]).toEqual(['passed\n', ''])
})

it('exports for `import` what the sources export, with the names of classes', async () => {
  const built = await importBuilt()
  const names = Object.keys(built).filter((name) => name !== 'default' && name !== 'module.exports')
  expect(names.sort()).toEqual(Object.keys(await import('../src/index.ts')).sort())
  const classes = Object.entries<unknown>(built).filter(([name]) => /^[A-Z].*Error$/.test(name))
  expect(classes.length).toBeGreaterThan(5)
  for (const [name, value] of classes) expect(value).toHaveProperty('name', name)
})

/** The text of each file of the package with this ending, without comments, whose examples name packages of users. */
function textsOf(ending: RegExp): string[] {
  return readdirSync('dist')
    .filter((name) => ending.test(name))
    .map((name) => readFileSync(`dist/${name}`, 'utf8').replaceAll(/^ *\/?\*.*$/gm, ''))
}

it('leaves the signals of a test runner alone', () => {
  const program = `
    const { ommerSetup, ommerTeardown } = require('./dist/jest.js')
    ommerSetup({ chain: { blocks: 1 } })().then(ommerTeardown).then(() =>
      console.log(['SIGINT', 'SIGTERM', 'SIGHUP'].map((name) => process.listenerCount(name))))`
  const { stdout, stderr } = spawnSync(process.execPath, ['-e', program], {
    encoding: 'utf8',
    env: { ...process.env, OMMER_NO_CACHE: 'true' },
  })
  expect([stdout, stderr]).toEqual(['[ 0, 0, 0 ]\n', ''])
})

it('includes the licences of all bundled packages', () => {
  const licences = readFileSync('dist/THIRD_PARTY_LICENSES.txt', 'utf8')
  const modules = textsOf(/\.js$/).flatMap((text) => [
    ...text.matchAll(/^\s*\/\/#? ?(?:region )?node_modules\/((?:@[\w.-]+\/)?[\w.-]+)\//gm),
  ])
  const bundled = new Set(modules.map(([, name]) => name))
  expect(bundled.size).toBeGreaterThan(80)
  for (const name of bundled) expect(licences).toMatch(new RegExp(`^${name} \\d\\S* \\(`, 'm'))
})

it('depends on no package, and names none but those that users may install', () => {
  const manifest = JSON.parse(readFileSync('dist/package.json', 'utf8'))
  expect(manifest).not.toHaveProperty('dependencies')
  expect(manifest).not.toHaveProperty('scripts')
  const required = textsOf(/\.js$/).flatMap((text) => [
    ...text.matchAll(/\b(?:require|import)\("([^"]+)"\)/g),
  ])
  const declared = textsOf(/\.d\.ts$/).flatMap((text) => [
    ...text.matchAll(/\b(?:from|import|require)\b ?\(?['"]([\w@/.:-]+)['"]/g),
  ])
  const names = [...required, ...declared].map(([, name]) => name as string)
  const packages = names.filter((name) => !name.startsWith('.') && !isBuiltin(name))
  expect([...new Set(packages)].sort()).toEqual([
    '@redis/client',
    'bufferutil',
    'supports-color',
    'utf-8-validate',
  ])
})

it('has few files, and is small', () => {
  const files = readdirSync('dist', { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  )
  const sizes = files.map(({ parentPath, name }) => statSync(join(parentPath, name)).size)
  expect(sizes.length).toBeLessThanOrEqual(200)
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(9_000_000)
})
