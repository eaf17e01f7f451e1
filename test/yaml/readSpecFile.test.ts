import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, it } from 'vitest'
import { readSpecFile, SpecFileError } from '../../src/yaml/readSpecFile.ts'
import { linkToDevice, makePipe } from '../support/specialFiles.ts'
import { temporaryFolder } from '../support/temporaryFolder.ts'

const folder = temporaryFolder()
const file = join(folder, 'spec.yaml')

async function problemOf(path: string): Promise<string> {
  const error = await readSpecFile(path).catch((error: unknown) => error)
  expect(error).toBeInstanceOf(SpecFileError)
  expect(error).toMatchObject({ code: 'INVALID_SPEC' })
  return (error as Error).message.replace(`${folder}/`, '')
}

it.each([
  ['', 'spec.yaml: the file is empty: want at least one field, as in blocks: 12'],
  ['12', 'spec.yaml: 12 is not an object such as { blocks: 12 }'],
  [
    'blocks: 3\nseed: ""',
    'spec.yaml: line 2: seed: it is empty; want an integer or a non-empty string',
  ],
  [
    'blocks: 3\ntransactionsPerBlock:\n  - 8\n  - 4\n',
    'spec.yaml: line 4: transactionsPerBlock[1]: the most (4) is less than the fewest (8)',
  ],
  [
    '{ "traffic": {\n "burts": 1 } }',
    /^spec\.yaml: line 2: traffic\.burts: there is no such kind; .*; did you mean burst\?$/,
  ],
  [
    'forks:\n  london: 9\n  paris: 4',
    'spec.yaml: line 3: forks.paris: it activates at block 4, before london at block 9',
  ],
  [
    'blocks: 3\n---\nblocks: 4',
    /line 2, column 1: another document begins here: a file is one spec$/,
  ],
  ['seed: !!binary aGk=', /^spec\.yaml: line 1, column 7: Unresolved tag/],
  ['blocks:3\nseed: 1', /^spec\.yaml: line 1, .*is a space missing after a colon\?$/],
  [`seed: ${'['.repeat(500)}`, /it is nested too deeply$/],
])('names file, line and field: %#', async (text, problem) => {
  writeFileSync(file, text)
  expect(await problemOf(file)).toMatch(problem)
})

it('refuses what is not a regular file of at most 256 KiB', async () => {
  expect(await problemOf(join(folder, 'none'))).toBe('none: there is no such file')
  expect(await problemOf(folder)).toMatch(/: cannot be read: it is a folder$/)
  const pipe = join(folder, 'pipe')
  makePipe(pipe)
  expect(await problemOf(pipe)).toBe('pipe: cannot be read: it is not a regular file')
  const device = join(folder, 'device')
  linkToDevice(device)
  expect(await problemOf(device)).toBe('device: cannot be read: it is not a regular file')
  writeFileSync(file, `blocks: 1\n#${'x'.repeat(256 * 1024)}`)
  expect(await problemOf(file)).toBe('spec.yaml: cannot be read: it has more than 262144 bytes')
})

it('accepts the address of a JSON Schema', async () => {
  writeFileSync(file, '{ "$schema": "spec.schema.json", "blocks": 3 }')
  expect(await readSpecFile(file)).toEqual({ blocks: 3 })
})

it('checks the fields that are replaced, too', async () => {
  writeFileSync(file, 'blocks: -3')
  await expect(readSpecFile(file, { blocks: 3 })).rejects.toThrow(
    'spec.yaml: line 1: blocks: -3 is not a whole number from 0 to 1000000',
  )
})

it('aborts with the reason of the signal', async () => {
  const reason = new Error('stopped')
  await expect(readSpecFile(file, {}, AbortSignal.abort(reason))).rejects.toBe(reason)
})

it.each([
  ['spec.json', '{\n  "seed": "x",\n}', 'line 3, column 1: "}" is not JSON here: want a name in'],
  ['spec.JSON', 'blocks: 3', 'line 1, column 1: "blocks" is not JSON here: want a value'],
  ['empty.json', ' \n', 'the file is empty: want at least one field'],
])('reads %s as JSON and not as YAML', async (name, text, problem) => {
  const file = join(folder, name)
  writeFileSync(file, text)
  const message = expect.stringContaining(`${name}: ${problem}`)
  const error = { code: 'INVALID_SPEC', message }
  await expect(readSpecFile(file)).rejects.toMatchObject(error)
  await expect(readSpecFile(pathToFileURL(file).href)).rejects.toMatchObject({ code: error.code })
})
