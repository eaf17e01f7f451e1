import { readFileSync } from 'node:fs'
import { createBlockHeader } from '@ethereumjs/block'
import { createCommonFromGethGenesis } from '@ethereumjs/common'
import { genesisMPTStateRoot } from '@ethereumjs/mpt'
import { RLP } from '@ethereumjs/rlp'
import { describe, expect, it } from 'vitest'
import { importChain } from '../../../src/chain/import/importChain.ts'
import type { Rules } from '../../../src/chain/protocol/rules.ts'
import { verifiableChain } from '../../../src/chain/verify/verifiableChain.ts'
import { verify } from '../../../src/chain/verify/verify.ts'
import { splitChainRlp } from '../../../src/formats/hive/chainRlp.ts'
import { parseOrderedJson } from '../../../src/formats/hive/orderedJson.ts'
import { readGethGenesis } from '../../../src/formats/hive/readGethGenesis.ts'
import { resolveLoadLimits } from '../../../src/formats/loadLimits.ts'

const folder = 'test/data/execution-apis'
const json = (name: string) => JSON.parse(readFileSync(`${folder}/${name}`, 'utf8'))

/** Forks from Homestead on. The numbers are copied from the file so that the test does not depend on our reader. */
const rules: Pick<Rules, 'chainId' | 'forks'> = {
  chainId: 3503995874084926,
  forks: [
    { name: 'homestead', at: { block: 0 } },
    { name: 'tangerineWhistle', at: { block: 3 } },
    { name: 'spuriousDragon', at: { block: 6 } },
    { name: 'byzantium', at: { block: 9 } },
    { name: 'constantinople', at: { block: 12 } },
    { name: 'petersburg', at: { block: 15 } },
    { name: 'istanbul', at: { block: 18 } },
    { name: 'muirGlacier', at: { block: 21 } },
    { name: 'berlin', at: { block: 24 } },
    { name: 'london', at: { block: 27 } },
    { name: 'arrowGlacier', at: { block: 30 } },
    { name: 'grayGlacier', at: { block: 33 } },
    { name: 'paris', at: { block: 36 } },
    { name: 'shanghai', at: { timestamp: 390 } },
    { name: 'cancun', at: { timestamp: 420 } },
    { name: 'prague', at: { timestamp: 450 } },
    { name: 'osaka', at: { timestamp: 480 } },
    { name: 'bpo1', at: { timestamp: 510 } },
    { name: 'bpo2', at: { timestamp: 540 } },
  ],
}

/** The parts of `genesis.json` that are used here. */
interface GethGenesis {
  readonly config: object
  readonly gasLimit: string
  readonly difficulty: string
  readonly extraData: `0x${string}`
  readonly alloc: Readonly<
    Record<string, { balance: string; code?: string; storage?: object; nonce?: string }>
  >
}

/** The genesis block of stock @ethereumjs; chain.rlp starts after it. */
async function genesisRlp(file: GethGenesis): Promise<Uint8Array> {
  const common = createCommonFromGethGenesis(
    // @ethereumjs 10.1.3 does not read the blob schedules of these two forks; genesis has no blobs.
    { ...file, config: { ...file.config, blobSchedule: undefined } } as never,
    { hardfork: 'homestead' },
  )
  const alloc = Object.entries(file.alloc).map(([address, { balance, code, storage, nonce }]) => [
    `0x${address.replace('0x', '')}`,
    [balance, code, Object.entries(storage ?? {}), nonce],
  ])
  const header = createBlockHeader(
    {
      gasLimit: BigInt(file.gasLimit),
      difficulty: BigInt(file.difficulty),
      extraData: file.extraData,
      stateRoot: await genesisMPTStateRoot(Object.fromEntries(alloc)),
    },
    { common },
  )
  return RLP.encode([header.raw(), [], []])
}

describe('the official conformance chain', () => {
  const files = splitChainRlp(readFileSync(`${folder}/chain.rlp`))
  const head = json('headfcu.json').params[0].headBlockHash
  const expected = { ok: true, blocks: 54, transactions: 249, uncles: 18, head }

  it('verifies from genesis.json and chain.rlp alone', async () => {
    const blocks = [await genesisRlp(json('genesis.json')), ...files].map((rlp) => ({ rlp }))
    expect(await verify({ rules, blocks })).toEqual({ ...expected, sideBlocks: 0 })
  })

  it('verifies with the receipts, senders and difficulties that the import computes', async () => {
    const text = JSON.stringify(json('genesis.json'))
    const read = readGethGenesis(parseOrderedJson('genesis.json', text, resolveLoadLimits()))
    const chain = await importChain(read.genesis, read.rules, files)
    expect(await verify(verifiableChain(chain))).toMatchObject(expected)
  })
})
