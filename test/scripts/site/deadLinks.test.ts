import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { deadLinks } from '../../../scripts/site/deadLinks.ts'
import { temporaryFolder } from '../../support/temporaryFolder.ts'

const folder = temporaryFolder()

beforeAll(() => {
  mkdirSync(join(folder, '1.0.0', 'start'), { recursive: true })
  writeFileSync(
    join(folder, '1.0.0', 'index.html'),
    '<h2 id="quick-start" class="a > b">Start</h2>',
  )
  writeFileSync(join(folder, '1.0.0', 'picture.svg'), '')
})

it.each([
  '/base/1.0.0/',
  '/base/1.0.0/index.html',
  '/base/1.0.0/#quick-start',
  '../index.html#quick-start',
  '../picture.svg',
  '#here',
  'https://example.org/anything',
  'data:image/svg+xml,x',
])('follows %s', (link) => {
  expect(found(link)).toEqual([])
})

it.each([
  '/base/1.0.0/faults.html',
  '/base/1.0.0/start/',
  '/base/1.0.0/#slow-start',
  '/1.0.0/',
  'index.html',
  '../missing.svg',
  '#there',
])('finds that %s leads nowhere', (link) => {
  expect(found(link)).toEqual([`1.0.0/start/page.html: ${link}`])
})

function found(link: string): readonly string[] {
  const page = `<a class="x" aria-label="a > b" href="${link}">x</a><img src="${link}"><p id="here">`
  writeFileSync(join(folder, '1.0.0', 'start', 'page.html'), page)
  return deadLinks(folder, '/base/', '1.0.0')
}
