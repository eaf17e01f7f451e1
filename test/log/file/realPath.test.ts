import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { realPath } from '../../../src/log/file/realPath.ts'

let folder: string
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'ommer-path-')))
  mkdirSync(join(folder, 'a', 'b'), { recursive: true })
})
afterEach(() => rmSync(folder, { recursive: true }))

const at = (name: string): string => join(folder, name)

it('leaves the path of a file as it is, whether it exists or not', () => {
  expect(realPath(at('new'))).toBe(at('new'))
  writeFileSync(at('old'), '')
  expect(realPath(at('old'))).toBe(at('old'))
})

it('follows links, also to a file that does not exist yet', () => {
  symlinkSync('a/b', at('folder'))
  symlinkSync('../file', at('a/b/link'))
  symlinkSync('folder/link', at('first'))
  expect(realPath(at('first'))).toBe(at('a/file'))
  writeFileSync(at('a/file'), '')
  expect(realPath(at('first'))).toBe(at('a/file'))
})

it('refuses a link to itself, and a folder that does not exist', () => {
  symlinkSync('loop', at('loop'))
  expect(() => realPath(at('loop'))).toThrow(`${at('loop')}: ELOOP`)
  expect(() => realPath(at('none/x'))).toThrow(
    `${at('none/x')}: the folder ${at('none')} does not exist`,
  )
})
