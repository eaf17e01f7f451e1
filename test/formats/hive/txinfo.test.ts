import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { Chain } from '../../../src/chain/chain.ts'
import { createChain } from '../../../src/chain/createChain.ts'
import type { Block, Transaction } from '../../../src/chain/encoding/block.ts'
import { TxInfo } from '../../../src/formats/hive/txinfo.ts'
import type { Hex } from '../../../src/primitives/hex.ts'
import { officialChain } from '../../support/chain.ts'

interface Entry {
  readonly txhash: Hex
  readonly sender: Hex
  readonly block: Hex
  readonly indexInBlock: number
  readonly contract?: Hex
}

type File = Readonly<Record<string, unknown>>

function infoOf(chain: Chain): File {
  const info = new TxInfo(chain)
  for (let number = 1; number <= chain.tree.head.number; number++) {
    info.add(chain.blockByNumber(number) as Block)
  }
  return info.toFile()
}

const entriesOf = (file: File, key: string) => file[key] as Entry[]

describe('txinfo.json of the official chain', async () => {
  const official: File = JSON.parse(readFileSync('test/data/execution-apis/txinfo.json', 'utf8'))
  const chain = await officialChain()
  const ours = infoOf(chain)

  it.each(['uncles', 'withdrawals', 'tx-eip7702', 'tx-request-eip7002'])(
    'has the same %s as hivechain wrote',
    (key) => expect(ours[key]).toEqual(official[key]),
  )

  it.each(Object.keys(official).filter((key) => /^tx-(transfer|emit)-/.test(key)))(
    'lists every transaction of %s that hivechain lists',
    (key) => {
      // hivechain lists its intentions: one transfer goes to a delegated account and runs out of gas.
      const succeeded = entriesOf(official, key).filter(({ block, indexInBlock }) => {
        return chain.blockByNumber(Number(block))?.receipts[indexInBlock]?.status !== 0
      })
      expect(succeeded.length).toBeGreaterThan(5)
      expect(entriesOf(ours, key)).toEqual(expect.arrayContaining(succeeded))
    },
  )

  it('has the contracts that hivechain deployed', () => {
    const deployed = entriesOf(ours, 'tx-deploy-legacy').map(({ contract, block }) => ({
      contract,
      block,
    }))
    for (const name of ['deploy-callenv', 'deploy-callme', 'deploy-callrevert']) {
      expect(deployed).toContainEqual(official[name])
    }
  })
})

describe('txinfo.json of a chain with all kinds of traffic', async () => {
  const chain = await createChain({ seed: 'txinfo', preset: 'history', blocks: 70 })
  const file = infoOf(chain)

  it('lists every transaction once, under a key that describes it', () => {
    const types = ['legacy', 'eip2930', 'eip1559', 'eip4844', 'eip7702']
    let transactions = 0
    for (const key of Object.keys(file).filter((name) => name.startsWith('tx-'))) {
      const [, kind, type] = key.split('-')
      if (!Array.isArray(file[key])) continue
      for (const { txhash, sender, block, indexInBlock, contract } of entriesOf(file, key)) {
        const { transactions: all, receipts } = chain.blockByNumber(Number(block)) as Block
        const transaction = all[indexInBlock] as Transaction
        const receipt = receipts[indexInBlock]
        expect(transaction).toMatchObject({
          hash: txhash,
          from: sender,
          type: types.indexOf(type as string),
        })
        expect(receipt?.status).toBe(kind === 'failed' ? 0 : 1)
        if (kind === 'deploy') expect(contract).toBe(receipt?.contractAddress)
        if (kind === 'emit') expect(receipt?.logs).not.toEqual([])
        if (kind === 'transfer') expect(transaction.input).toBe('0x')
        transactions++
      }
    }
    let wanted = 0
    for (let number = 1; number <= 70; number++) {
      wanted += chain.blockByNumber(number)?.transactions.length ?? 0
    }
    expect(transactions).toBe(wanted)
  })

  it('lists a delegation that is in force', async () => {
    const { account, proxyAddr } = file['tx-eip7702'] as { account: Hex; proxyAddr: Hex }
    const { codeHash } = await chain.account(account)
    expect(proxyAddr).toMatch(/^0x[0-9a-f]{40}$/)
    // Missing code has another hash.
    expect(codeHash).not.toBe((await chain.account(`0x${'12'.repeat(20)}`)).codeHash)
  })

  it('is limited for a long chain', () => {
    const info = new TxInfo(chain)
    const first = Object.values(file).find(Array.isArray) as Entry[]
    const block = chain.blockByNumber(Number(first[0]?.block)) as Block
    for (let count = 0; count < 1001; count++) info.add(block)
    const lengths = Object.values(info.toFile())
      .filter(Array.isArray)
      .map(({ length }) => length)
    expect(new Set(lengths)).toEqual(new Set([1000]))
  })

  it('has sorted keys, none of them empty', () => {
    expect(Object.keys(file)).toEqual(Object.keys(file).sort())
    expect(Object.values(file).every((content) => Object.keys(content as object).length > 0)).toBe(
      true,
    )
  })
})
