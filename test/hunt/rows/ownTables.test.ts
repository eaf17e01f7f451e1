import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import type { Block } from '../../../src/chain/encoding/block.ts'
import { createChain } from '../../../src/createChain.ts'
import { commandExpectation } from '../../../src/hunt/rows/commandExpectation.ts'
import { compareRows } from '../../../src/hunt/rows/compareRows.ts'
import type { ChainBlocks } from '../../../src/hunt/rows/expectation.ts'
import { readRows } from '../../../src/hunt/rows/readRows.ts'
import { sqlExpectation } from '../../../src/hunt/rows/sqlExpectation.ts'
import { temporaryFolder } from '../../support/temporaryFolder.ts'

// Tables that a user defines: by a command, and by a statement.

const folder = temporaryFolder()

let blocks: Block[]
let chains: ChainBlocks[]
beforeAll(async () => {
  const chain = await createChain({ seed: 'own', preset: 'latest', blocks: 5 })
  blocks = Array.from({ length: 6 }, (_, number) => chain.blockByNumber(number) as Block)
  chains = [{ chainId: chain.chainId, blocks }]
})

const heights = [0, 1, 2, 3, 4, 5].map((height) => ({ height }))

test('a command gets the known tables, and prints the right rows', async () => {
  const program = join(folder, 'heights.mjs')
  writeFileSync(
    program,
    `let text = ''
    for await (const part of process.stdin) text += part
    const { blocks } = JSON.parse(text)
    console.log(JSON.stringify(blocks.map(({ block_number }) => ({ height: block_number }))))`,
  )
  const own = commandExpectation(`${process.execPath} ${program}`)
  expect(await compareRows(readRows(heights, own), chains)).toBeUndefined()
  expect(await compareRows(readRows(heights.slice(1), own), chains)).toMatchObject({
    table: 'rows',
    kind: 'missing',
    row: { height: '0' },
  })
})

test('rows with different columns differ in any of them', async () => {
  const wanted = [{ height: '0' }, { sender: '0x01', height: '1' }]
  const own = { name: 'rows', rows: () => wanted }
  const same = readRows([{ height: 0 }, { sender: '0x01', height: 1 }], own)
  expect(await compareRows(same, chains)).toBeUndefined()
  const other = readRows([{ height: 0 }, { sender: '0x02', height: 1 }], own)
  expect(await compareRows(other, chains)).toMatchObject({
    kind: 'missing',
    row: { sender: '0x01' },
    extra: 1,
  })
})

test('a command that reads nothing is as good', async () => {
  const own = commandExpectation(`echo '{"height":0}'`)
  expect(await compareRows(readRows([{ height: 0 }], own), chains)).toBeUndefined()
})

const hasSqlite = process.getBuiltinModule?.('node:sqlite') !== undefined

test.skipIf(!hasSqlite)('a statement reads the known tables', async () => {
  const file = join(folder, 'heights.sql')
  writeFileSync(file, 'SELECT block_number AS height FROM blocks WHERE block_number <= 5')
  const own = await sqlExpectation(file)
  expect(await compareRows(readRows(heights, own), chains)).toBeUndefined()
  writeFileSync(file, 'SELECT height FROM nowhere')
  const wrong = await sqlExpectation(file)
  await expect(async () => compareRows(readRows(heights, wrong), chains)).rejects.toThrow(
    `--expect ${file}: no such table: nowhere`,
  )
})

test.skipIf(hasSqlite)('a statement needs a newer Node', async () => {
  const file = join(folder, 'old.sql')
  writeFileSync(file, 'SELECT 1')
  await expect(sqlExpectation(file)).rejects.toThrow(
    `--expect ${file}: needs Node 22.5 or later, which has SQLite; this is ${process.version}`,
  )
})

test('a file of a statement that does not exist', async () => {
  await expect(sqlExpectation(join(folder, 'none.sql'))).rejects.toThrow('none.sql: ENOENT')
})
