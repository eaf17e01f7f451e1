import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { readExplorerFiles } from '../../../src/server/explorer/explorerFiles.ts'

test('reads the page and its files, with their types', () => {
  const folder = mkdtempSync(join(tmpdir(), 'ommer-explorer-'))
  mkdirSync(join(folder, 'assets'))
  writeFileSync(join(folder, 'index.html'), '<!doctype html>')
  writeFileSync(join(folder, 'assets/main-1.js'), 'x'.repeat(5000))
  writeFileSync(join(folder, 'assets/main-1.css'), 'a {}')
  const files = readExplorerFiles(pathToFileURL(`${folder}/`))
  expect(files?.page.type).toBe('text/html; charset=utf-8')
  const script = files?.assets.get('main-1.js')
  expect(script?.type).toBe('text/javascript; charset=utf-8')
  expect(gunzipSync(script?.gzipped as Uint8Array)).toEqual(script?.bytes)
  expect(files?.assets.get('main-1.css')).toMatchObject({ gzipped: undefined })
})

test('finds nothing where the page was not built', () => {
  const folder = mkdtempSync(join(tmpdir(), 'ommer-explorer-'))
  expect(readExplorerFiles(pathToFileURL(`${folder}/`))).toBeUndefined()
})
