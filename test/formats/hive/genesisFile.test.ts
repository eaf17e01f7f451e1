import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { FixtureError } from '../../../src/formats/fixtureError.ts'
import { importHive } from '../../../src/formats/hive/importHive.ts'
import { readGethGenesis } from '../../../src/formats/hive/readGethGenesis.ts'
import { temporaryFolder } from '../../support/temporaryFolder.ts'

const official = 'test/data/execution-apis'
const folder = temporaryFolder()
const path = join(folder, 'genesis.json')
const text = readFileSync(join(official, 'genesis.json'), 'utf8')

type Json = Record<string, unknown>
const genesis = (): Json & { config: Json; alloc: Json } => JSON.parse(text)
const address = '0x00000000000000000000000000000000000000ab'

beforeEach(() => cpSync(official, folder, { recursive: true }))

describe('an invalid genesis.json', () => {
  it.each<[string, () => void]>([
    ['that does not exist', () => rmSync(path)],
    ['that is not JSON', () => writeFileSync(path, '{\n"config": \n\n oops')],
    ['that is empty', () => writeFileSync(path, '')],
  ])('is refused as a file %s', async (_, damage) => {
    damage()
    const error = await importHive(folder).catch((error: unknown) => error)
    expect(error).toBeInstanceOf(FixtureError)
    expect(error).toMatchObject({ file: path, location: '' })
    expect((error as Error).message).toMatch(/^\S+genesis\.json: [^\n]+$/)
  })

  it.each<[string, unknown]>([
    ['', null],
    ['', []],
    ['', 'text'],
    ['config', { ...genesis(), config: null }],
    ['config.chainId', config({ chainId: '1' })],
    ['config.chainId', config({ chainId: 0 })],
    ['config.chainId', config({ chainId: undefined })],
    ['config.berlinBlock', config({ berlinBlock: -1 })],
    ['config.berlinBlock', config({ berlinBlock: 1.5 })],
    ['config.berlinBlock', config({ berlinBlock: '24' })],
    ['config.muirGlacierBlock', config({ istanbulBlock: null })],
    ['config.mergeNetsplitBlock', config({ terminalTotalDifficulty: 0 })],
    ['config.berlinBlock', config({ berlinBlock: 17 })],
    ['config.pragueTime', config({ pragueTime: 419 })],
    ['config.eip155Block', config({ eip155Block: 5 })],
    ['config.bpo3Time', config({ bpo3Time: 600 })],
    ['config.verkleTime', config({ verkleTime: 0 })],
    ['config.daoForkBlock', config({ daoForkBlock: 2, daoForkSupport: true })],
    ['config.clique', config({ clique: { period: 5 } })],
    ['config.terminalTotalDifficulty', config({ terminalTotalDifficulty: '0x0' })],
    ['config.depositContractAddress', config({ depositContractAddress: '0x12' })],
    ['config.blobSchedule', config({ blobSchedule: 'text' })],
    ['config.blobSchedule.cancun', config({ blobSchedule: { cancun: 3 } })],
    ['config.blobSchedule.cancun.target', config({ blobSchedule: { cancun: { target: 4 } } })],
    ['gasLimit', field({ gasLimit: undefined })],
    ['gasLimit', field({ gasLimit: '0x10000000000000000' })],
    ['difficulty', field({ difficulty: 'many' })],
    ['difficulty', field({ difficulty: 1e30 })],
    ['nonce', field({ nonce: -1 })],
    ['timestamp', field({ timestamp: '0x20000000000000' })],
    ['extraData', field({ extraData: '0x1' })],
    ['mixHash', field({ mixHash: '0x12' })],
    ['coinbase', field({ coinbase: 'nobody' })],
    ['number', field({ number: '0x1' })],
    ['gasUsed', field({ gasUsed: 21000 })],
    ['parentHash', field({ parentHash: `0x${'01'.repeat(32)}` })],
    ['alloc', field({ alloc: undefined })],
    ['alloc.0x12', alloc({ '0x12': {} })],
    [`alloc.${address}`, alloc({ [address]: null })],
    [`alloc.${address.slice(2)}`, alloc({ [address]: {}, [address.slice(2)]: {} })],
    [`alloc.${address}.balance`, alloc({ [address]: { balance: 1e24 } })],
    [`alloc.${address}.balance`, alloc({ [address]: { balance: `0x1${'00'.repeat(32)}` } })],
    [`alloc.${address}.nonce`, alloc({ [address]: { nonce: 'first' } })],
    [`alloc.${address}.code`, alloc({ [address]: { code: '6001' } })],
    [`alloc.${address}.storage`, alloc({ [address]: { storage: 1 } })],
    [`alloc.${address}.storage.0x1`, alloc({ [address]: { storage: { '0x1': '0x01' } } })],
    [`alloc.${address}.storage.0x01`, alloc({ [address]: { storage: { '0x01': 1 } } })],
  ])('is refused because of %s', (location, file) => {
    let error: unknown
    try {
      readGethGenesis(JSON.parse(JSON.stringify(file)), { path })
    } catch (caught) {
      error = caught
    }
    expect(error).toBeInstanceOf(FixtureError)
    expect(error).toMatchObject({ file: path, location })
    expect((error as Error).message).toMatch(/^\S+genesis\.json: [^\n]+$/)
  })
})

describe('a hand-written genesis.json', () => {
  it('may have decimal numbers, addresses with or without 0x, and short storage values', () => {
    const { genesis: read } = readGethGenesis({
      ...genesis(),
      gasLimit: '30000000',
      timestamp: 7,
      nonce: '0x000000000000002a',
      extraData: null,
      mixHash: undefined,
      alloc: {
        [address.toUpperCase().replace('X', 'x')]: { balance: '12', storage: { '01': '0x0a' } },
      },
    })
    expect(read).toMatchObject({ gasLimit: 30_000_000n, timestamp: 7, nonce: '0x000000000000002a' })
    expect(read.extraData).toBe('0x')
    expect(read.accounts).toEqual([
      {
        address,
        balance: 12n,
        nonce: 0n,
        code: '0x',
        storage: { [`0x${'0'.repeat(62)}01`]: `0x${'0'.repeat(62)}0a` },
      },
    ])
  })

  it('may omit Petersburg, which then starts with Constantinople as in geth', () => {
    const { rules } = readGethGenesis(config({ petersburgBlock: null }))
    expect(rules.forks.find(({ name }) => name === 'petersburg')?.at).toEqual({ block: 12 })
  })

  it('may omit ice age delays, and mention an unsupported DAO fork', () => {
    const { rules } = readGethGenesis(
      config({ muirGlacierBlock: undefined, daoForkBlock: 2, daoForkSupport: false }),
    )
    expect(rules.forks.map(({ name }) => name)).not.toContain('muirGlacier')
  })

  it('takes the merge block from the chain, or from mergeNetsplitBlock when the chain has none', () => {
    const mergeOf = (file: unknown, mergedWith?: number) =>
      readGethGenesis(file, { mergedWith }).rules.forks.find(({ name }) => name === 'paris')?.at
    expect(mergeOf(genesis(), 40)).toEqual({ block: 40 })
    expect(mergeOf(genesis())).toEqual({ block: 36 })
    expect(mergeOf(config({ mergeNetsplitBlock: null }))).toBeUndefined()
    const merged = { ...genesis(), config: { chainId: 1, terminalTotalDifficulty: 0 } }
    expect(mergeOf(merged, 1)).toEqual({ block: 0 })
  })
})

function config(changes: Json): unknown {
  return { ...genesis(), config: { ...genesis().config, ...changes } }
}

function field(changes: Json): unknown {
  return { ...genesis(), ...changes }
}

function alloc(accounts: Json): unknown {
  return { ...genesis(), alloc: accounts }
}
