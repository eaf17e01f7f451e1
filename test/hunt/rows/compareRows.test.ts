import { beforeAll, expect, test } from 'vitest'
import type { Block } from '../../../src/chain/encoding/block.ts'
import { createChain } from '../../../src/createChain.ts'
import type { Row } from '../../../src/hunt/rows/columns.ts'
import { compareRows } from '../../../src/hunt/rows/compareRows.ts'
import type { ChainBlocks } from '../../../src/hunt/rows/expectation.ts'
import { expectationNames, expectations } from '../../../src/hunt/rows/expectations.ts'
import { readRows } from '../../../src/hunt/rows/readRows.ts'

let blocks: Block[]
let chains: ChainBlocks[]
beforeAll(async () => {
  const chain = await createChain({
    seed: 'rows',
    preset: 'latest',
    blocks: 12,
    transactionsPerBlock: [3, 3],
    traffic: { 'token-transfer': 1000 },
  })
  blocks = Array.from({ length: 13 }, (_, number) => chain.blockByNumber(number) as Block)
  chains = [{ chainId: chain.chainId, blocks }]
})

const compare = (rows: readonly Row[]) => compareRows(readRows(rows), chains)

test.each(expectationNames)('finds the rows of %s right, in any order', async (name) => {
  const rows = expectations[name].rows(chains)
  expect(rows.length).toBeGreaterThan(3)
  expect(await compareRows(readRows(rows.toReversed(), expectations[name]), chains)).toBeUndefined()
})

test('finds a missing row', async () => {
  const rows = expectations.blocks.rows(chains).toSpliced(5, 1)
  expect(await compare(rows)).toMatchObject({ kind: 'missing', block: 5, missing: 1, extra: 0 })
})

test('finds a row of another chain', async () => {
  const extra = { ...expectations.blocks.rows(chains)[3], block_number: '99', block_hash: '0xab' }
  expect(await compare([...expectations.blocks.rows(chains), extra])).toMatchObject({
    kind: 'extra',
    block: 99,
    missing: 0,
    extra: 1,
  })
})

test('finds a row that is there twice', async () => {
  const rows = expectations.transfers.rows(chains)
  expect(await compare([...rows, rows[4] as Row])).toMatchObject({
    table: 'transfers',
    kind: 'twice',
    missing: 0,
    extra: 1,
  })
})

test('finds another value', async () => {
  const rows = expectations.transfers.rows(chains)
  const changed = rows.with(2, { ...(rows[2] as Row), value: '1' })
  expect(await compare(changed)).toMatchObject({ kind: 'changed', missing: 1, extra: 1 })
})

test('names the first block that is wrong', async () => {
  const rows = expectations.blocks
    .rows(chains)
    .filter(({ block_number }) => Number(block_number) < 8)
  expect(await compare(rows)).toMatchObject({ kind: 'missing', block: 8, missing: 5 })
})

test('compares only the columns that the client has', async () => {
  const rows = expectations.logs.rows(chains).map(({ block_number = null, log_index = null }) => {
    return { block_number, log_index }
  })
  expect(await compare(rows)).toBeUndefined()
})

test('misses everything where there are no rows', async () => {
  expect(await compare([])).toMatchObject({
    table: 'blocks',
    kind: 'missing',
    block: 0,
    missing: 13,
  })
})

test('adds up balances of all transfers', async () => {
  const sums = new Map<string, bigint>()
  const add = (token: unknown, account: unknown, value: bigint) =>
    sums.set(`${token} ${account}`, (sums.get(`${token} ${account}`) ?? 0n) + value)
  for (const { address, from, to, value } of expectations.transfers.rows(chains)) {
    add(address, from, -BigInt(value ?? 0))
    add(address, to, BigInt(value ?? 0))
  }
  for (const { address, account, value } of expectations.balances.rows(chains)) {
    expect(`${sums.get(`${address} ${account}`)}`).toBe(value)
  }
})

test('compares a table of the user by all its columns', async () => {
  const own = {
    name: 'heights',
    rows: (all: readonly ChainBlocks[]) =>
      all.flatMap(({ blocks }) => blocks.map(({ header }) => ({ height: `${header.number}` }))),
  }
  const heights = blocks.map(({ header }) => ({ height: header.number, id: 1 }))
  expect(await compareRows(readRows(heights, own), chains)).toBeUndefined()
  expect(await compareRows(readRows(heights.slice(1), own), chains)).toMatchObject({
    table: 'heights',
    kind: 'missing',
  })
})

test('does not take two columns for one', async () => {
  const own = { name: 'own', rows: () => [{ a: 'x y', b: 'z' }] }
  const tables = readRows([{ a: 'x', b: 'y z' }], own)
  expect(await compareRows(tables, chains)).toMatchObject({ kind: 'missing' })
})

test('shows the row that is there instead, with the columns that are compared', async () => {
  const rows = expectations.blocks
    .rows(chains)
    .map(({ block_number = null, block_hash = null }) => {
      return { block_number, block_hash: block_number === '7' ? '0xab' : block_hash }
    })
  expect(await compare(rows)).toMatchObject({
    kind: 'missing',
    row: { block_number: '7', block_hash: blocks[7]?.hash },
    instead: { block_number: '7', block_hash: '0xab' },
  })
})

test('tells the rows of several chains apart', async () => {
  const two = [...chains, { chainId: 10, blocks: blocks.slice(0, 2) }]
  for (const name of expectationNames) {
    // Another file has the rows of its first call: a block has one chain.
    const rows = expectations[name].rows(two)
    expect(await compareRows(readRows(rows, expectations[name]), two)).toBeUndefined()
  }
  const heights = [...blocks, ...blocks.slice(0, 2)].map(({ header }) => ({
    block_number: header.number,
  }))
  expect(await compareRows(readRows(heights), two)).toBeUndefined()
})
