import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { FixtureError } from '../../../src/formats/fixtureError.ts'
import { importHive } from '../../../src/formats/hive/importHive.ts'
import { parseOrderedJson } from '../../../src/formats/hive/orderedJson.ts'
import { readGethGenesis } from '../../../src/formats/hive/readGethGenesis.ts'
import { resolveLoadLimits } from '../../../src/formats/loadLimits.ts'
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
    ['config.bpo3Time', config({ bpo3Time: 539 })],
    ['config.bpo5Time', config({ bpo5Time: 600, amsterdamTime: 700 })],
    ['config.bpo3Time', { ...Object(config({ bpo3Time: 540 })), timestamp: '0x21c' }],
    ['extraData', { ...Object(config({ clique: {} })), extraData: `0x${'00'.repeat(96)}` }],
    ['config.eip155Block', config({ eip155Block: 5 })],
    ['config.daoForkSupport', config({ daoForkSupport: 'yes' })],
    ['config.terminalTotalDifficulty', config({ terminalTotalDifficulty: 1.5 })],
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
    ['nonce', field({ nonce: '+1' })],
    ['difficulty', field({ difficulty: '-1' })],
    ['baseFeePerGas', field({ baseFeePerGas: '0x7' })],
    ['excessBlobGas', field({ excessBlobGas: '0x0' })],
    ['config.ethash', config({ ethash: [] })],
    ['config.londonBlock', { ...genesis(), config: { chainId: 1, terminalTotalDifficulty: 0 } }],
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
    [`alloc.${address}.balance`, alloc({ [address]: { nonce: '0x1' } })],
    [`alloc.${address}.storage.0X01`, alloc({ [address]: { storage: { '0X01': '0x01' } } })],
    ['mixHash', field({ mixHash: '' })],
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
      read(file)
    } catch (caught) {
      error = caught
    }
    expect(error).toBeInstanceOf(FixtureError)
    expect(error).toMatchObject({ file: path, location })
    expect((error as Error).message).toMatch(/^\S+genesis\.json: [^\n]+$/)
  })
})

describe('a genesis.json in odd spellings', () => {
  it('has names in any case, of which the last counts', () => {
    const { extraData, mixHash, alloc: _, config, ...others } = genesis() as Json & { config: Json }
    const { shanghaiTime, ...rules } = config
    const file = {
      ...others,
      config: { ...rules, shanghaitime: shanghaiTime },
      extradata: '0x01',
      EXTRADATA: '0x0203',
      mixhash: `0x${'ab'.repeat(32)}`,
      Alloc: {
        [address]: { Balance: '7', NONCE: '0x2', Code: '0x6001', \u017ftorage: { '01': '02' } },
      },
    }
    const { genesis: head, rules: all } = read(file)
    expect(head).toMatchObject({ extraData: '0x0203', mixHash: file.mixhash })
    expect(head.accounts).toMatchObject([{ balance: 7n, nonce: 2n, code: '0x6001' }])
    expect(Object.values(head.accounts[0]?.storage ?? {})).toEqual([`0x${'0'.repeat(63)}2`])
    expect(all.forks.find(({ name }) => name === 'shanghai')?.at).toEqual({
      timestamp: shanghaiTime,
    })
  })

  it('has "" for 0 and for no bytes', () => {
    const { genesis: result } = read({
      ...genesis(),
      nonce: '',
      timestamp: '',
      extraData: '',
      difficulty: '',
      alloc: { [address]: { balance: '', nonce: '', code: '', storage: { '': null } } },
    })
    expect(result).toMatchObject({ nonce: `0x${'00'.repeat(8)}`, timestamp: 0, extraData: '0x' })
    expect(result.difficulty).toBe(0n)
    expect(result.accounts).toMatchObject([{ balance: 0n, nonce: 0n, code: '0x' }])
  })

  it('may have signs in numbers of 256 bits', () => {
    const { genesis: result } = read(field({ difficulty: '0x+7' }))
    expect(result.difficulty).toBe(7n)
  })

  it('counts the last of several spellings of an address', () => {
    const accounts = { [address]: { balance: '1' }, [address.slice(2)]: { balance: '2' } }
    expect(read(alloc(accounts)).genesis.accounts).toMatchObject([{ address, balance: 2n }])
  })

  it.each([
    ['balance', '36893488147419103233', 36893488147419103233n],
    ['balance', '9007199254740993', 9007199254740993n],
    ['nonce', '18446744073709551615', 18446744073709551615n],
  ])('has a JSON number above 2^53 exactly as %s: %s', async (name, number, expected) => {
    const file = JSON.stringify(alloc({ [address]: { balance: '1', [name]: 'NUMBER' } }))
    const result = readText(file.replace('"NUMBER"', number))
    expect(result.genesis.accounts).toMatchObject([{ [name]: expected }])
  })

  it.each(['1.0', '1e3', '-1', '-0'])(
    'is refused for %s, which geth does not read as a number',
    (text) => {
      const file = JSON.stringify(field({ gasLimit: 'NUMBER' })).replace('"NUMBER"', text)
      expect(() => readText(file)).toThrow(`gasLimit: ${text} is not a number, in hex or decimal`)
    },
  )

  it('is refused for a time of -0, but not for a block of -0, as by geth', () => {
    const text = (name: string) => JSON.stringify(config({ [name]: 'NUMBER' }))
    const readWith = (name: string) => readText(text(name).replace('"NUMBER"', '-0'))
    expect(() => readWith('shanghaiTime')).toThrow('config.shanghaiTime: -0 is negative')
    expect(readWith('homesteadBlock').rules.forks[1]?.at).toEqual({ block: 0 })
  })

  it('may have fields that geth ignores', () => {
    const { rules } = read(
      config({ verkleTime: 0, someOtherBlock: 5, eip150Hash: '0x', bor: { period: 2 } }),
    )
    expect(rules).toEqual(read(genesis()).rules)
  })

  it('may have forks at 2^64 - 1, which are never reached', () => {
    const text = JSON.stringify(config({ bpo2Time: 'NUMBER', bpo5Time: 'NUMBER' }))
    const file = text.replaceAll('"NUMBER"', '18446744073709551615')
    const { rules } = readText(file)
    expect(rules.forks.find(({ name }) => name === 'bpo2')?.at).toEqual({
      timestamp: Number.MAX_SAFE_INTEGER,
    })
  })
})

describe('a hand-written genesis.json', () => {
  it('may have decimal numbers, addresses with or without 0x, and short storage values', () => {
    const { genesis: result } = read({
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
    expect(result).toMatchObject({
      gasLimit: 30_000_000n,
      timestamp: 7,
      nonce: '0x000000000000002a',
    })
    expect(result.extraData).toBe('0x')
    expect(result.accounts).toEqual([
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
    const { rules } = read(config({ petersburgBlock: null }))
    expect(rules.forks.find(({ name }) => name === 'petersburg')?.at).toEqual({ block: 12 })
  })

  const withoutLast = {
    cancunTime: null,
    pragueTime: null,
    osakaTime: null,
    bpo1Time: null,
    bpo2Time: null,
  }
  it.each([
    ['the fork bpo3', { ...withoutLast, bpo3Time: 390 }, { timestamp: 390 }],
    ['the DAO fork, which moved balances', { daoForkBlock: 2, daoForkSupport: true }, { block: 2 }],
    ['proof of authority (clique)', { clique: { period: 5 } }, { block: 1 }],
  ])('may have rules that ommer lacks: %s', async (what, changes, at) => {
    const signers = 'clique' in changes && { extraData: `0x${'00'.repeat(97)}` }
    const file = { ...Object(config(changes)), ...signers }
    expect(read(file).rules.missing).toEqual([{ at, what }])
    writeFileSync(path, JSON.stringify(file))
    const problem = `needs? ${what.replaceAll(/[()]/g, '\\$&')}, which ommer does not have`
    await expect(importHive(folder)).rejects.toThrow(new RegExp(problem))
    for (const name of ['chain.rlp', 'headfcu.json']) rmSync(join(folder, name))
    const { tree } = await importHive(folder)
    expect(tree.head.number).toBe(0)
  })

  it('may omit ice age delays, and mention an unsupported DAO fork', () => {
    const { rules } = read(
      config({ muirGlacierBlock: undefined, daoForkBlock: 2, daoForkSupport: false }),
    )
    expect(rules.forks.map(({ name }) => name)).not.toContain('muirGlacier')
  })

  it('takes the merge block from the chain, or from mergeNetsplitBlock when the chain has none', () => {
    const mergeOf = (file: unknown, mergedWith?: number) =>
      read(file, mergedWith).rules.forks.find(({ name }) => name === 'paris')?.at
    expect(mergeOf(genesis(), 40)).toEqual({ block: 40 })
    expect(mergeOf(genesis())).toEqual({ block: 36 })
    expect(mergeOf(config({ mergeNetsplitBlock: null }))).toBeUndefined()
    const every = Object.keys(genesis().config).filter((name) => name.endsWith('Block'))
    const started = Object.fromEntries(every.map((name) => [name, 0]))
    const merged = config({ ...started, terminalTotalDifficulty: 0 })
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

function read(file: unknown, mergedWith?: number) {
  return readText(JSON.stringify(file), mergedWith)
}

function readText(text: string, mergedWith?: number) {
  return readGethGenesis(parseOrderedJson(path, text, resolveLoadLimits()), { path, mergedWith })
}
