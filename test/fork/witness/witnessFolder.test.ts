import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, it } from 'vitest'
import { type WitnessAddition, WitnessFolder } from '../../../src/fork/witness/witnessFolder.ts'
import { temporaryFolder } from '../../support/temporaryFolder.ts'

const addition: WitnessAddition = {
  lines: [],
  nodes: [Uint8Array.of(0xc1, 0x80), Uint8Array.of(0xc1, 0x01)],
  files: { blocks: new Map(), codes: new Map([['ab'.repeat(32), Uint8Array.of(1)]]) },
}

let folder: string
beforeEach(() => {
  folder = temporaryFolder()
})

it('leaves files that it did not write, also among the nodes', () => {
  const others = [join('nodes', 'report.txt'), join('nodes', 'more', 'report.txt')]
  mkdirSync(join(folder, 'nodes', 'more'), { recursive: true })
  for (const path of others) writeFileSync(join(folder, path), 'mine')
  new WitnessFolder(folder).add(addition)
  for (const path of others) expect(readFileSync(join(folder, path), 'utf8')).toBe('mine')
})

it.each(['nodes', 'blocks', 'codes', 'witness.txt', '.lock'])('follows no link at %s', (name) => {
  const other = temporaryFolder()
  const precious = join(other, 'ab'.repeat(32))
  writeFileSync(precious, 'mine')
  symlinkSync(name.includes('.') ? precious : other, join(folder, name))
  const witness = new WitnessFolder(folder)
  expect(() => witness.add(addition)).toThrow(`${join(folder, name)}: it must be a `)
  expect(readFileSync(precious, 'utf8')).toBe('mine')
})

it('writes no file that the name of an unfinished one links to', () => {
  const precious = join(temporaryFolder(), 'precious')
  writeFileSync(precious, 'mine')
  symlinkSync(precious, join(folder, 'witness.txt.new'))
  new WitnessFolder(folder).add(addition)
  expect(readFileSync(precious, 'utf8')).toBe('mine')
})

it('refuses a folder where its lock belongs, before anything is read', () => {
  mkdirSync(join(folder, '.lock'))
  expect(() => new WitnessFolder(folder).read()).toThrow(
    `${join(folder, '.lock')}: it must be a file, and no link: delete it, or name another`,
  )
  expect(existsSync(join(folder, '.lock'))).toBe(true)
})
