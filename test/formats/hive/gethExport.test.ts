import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { beforeEach, describe, expect, it } from 'vitest'
import { createChainCore } from '../../../src/chain/genesis/chainCore.ts'
import { exportChain } from '../../../src/exportChain.ts'
import { splitChainRlp } from '../../../src/formats/hive/chainRlp.ts'
import { importHive } from '../../../src/formats/hive/importHive.ts'
import { parseOrderedJson } from '../../../src/formats/hive/orderedJson.ts'
import { readGethGenesis } from '../../../src/formats/hive/readGethGenesis.ts'
import { resolveLoadLimits } from '../../../src/formats/loadLimits.ts'
import { toHex } from '../../../src/primitives/hex.ts'
import { sealedBlock } from '../../support/chain.ts'
import { temporaryFolder } from '../../support/temporaryFolder.ts'

const official = 'test/data/execution-apis'
const folder = temporaryFolder()
const path = join(folder, 'chain.rlp')
const bytes = readFileSync(join(official, 'chain.rlp'))
const genesis = JSON.parse(readFileSync(join(official, 'genesis.json'), 'utf8'))

async function genesisBlock(file: object): Promise<Uint8Array> {
  const text = JSON.stringify(file)
  const read = readGethGenesis(parseOrderedJson('genesis.json', text, resolveLoadLimits()))
  const { tree } = await createChainCore(read.rules, read.genesis)
  return tree.first.rlp
}

beforeEach(() => cpSync(official, folder, { recursive: true }))

describe('a chain.rlp of geth export', () => {
  it('may begin with block 0', async () => {
    const chain = await importHive(folder)
    writeFileSync(path, Buffer.concat([await genesisBlock(genesis), bytes]))
    const exported = await importHive(folder)
    expect(exported.tree.head.hash).toBe(chain.tree.head.hash)
  })

  it('is refused with block 0 of another genesis.json', async () => {
    const other = await genesisBlock({ ...genesis, extraData: '0x05' })
    writeFileSync(path, Buffer.concat([other, bytes]))
    await expect(importHive(folder)).rejects.toMatchObject({
      file: path,
      location: 'block 0: hash',
      message: expect.stringMatching(
        /it is 0x[0-9a-f]{64}, but genesis\.json gives 0x[0-9a-f]{64}$/,
      ),
    })
  })

  it('is refused if it begins above block 1, with the blocks that are missing', async () => {
    writeFileSync(path, Buffer.concat(splitChainRlp(bytes).slice(4)))
    await expect(importHive(folder)).rejects.toThrow(
      'block 1: number: the file begins with block 5, but blocks 1 to 4 are missing: export from the first block on',
    )
  })

  it('is refused with a hint if it is compressed', async () => {
    writeFileSync(path, gzipSync(bytes))
    await expect(importHive(folder)).rejects.toThrow(/chain\.rlp: it is compressed: unpack/)
    rmSync(path)
    writeFileSync(`${path}.gz`, gzipSync(bytes))
    await expect(importHive(folder)).rejects.toThrow(/chain\.rlp\.gz: it is compressed: unpack/)
  })

  it('may have access lists, as the export with accessLists writes them', async () => {
    const recorded = 'test/data/geth-export'
    const chain = await importHive(recorded)
    const lists = Array.from({ length: chain.tree.head.number + 1 }, (_, number) => {
      return chain.tree.byNumber(number)?.accessList?.length
    })
    expect(lists.map((length) => length !== undefined)).toEqual([
      ...Array(3).fill(false),
      ...Array(6).fill(true),
    ])
    const [full, bare] = [join(folder, 'with'), join(folder, 'without')]
    await exportChain(chain, full, { format: 'hive', accessLists: true })
    await exportChain(chain, bare, { format: 'hive' })
    const ofGeth = splitChainRlp(readFileSync(join(recorded, 'chain.rlp')))
    const ours = splitChainRlp(readFileSync(join(full, 'chain.rlp')))
    expect(ours).toEqual(ofGeth.slice(1))
    const shorter = splitChainRlp(readFileSync(join(bare, 'chain.rlp')))
    expect(shorter.map(toHex)).toEqual(
      ours.map((_, index) => toHex(sealedBlock(chain, index + 1).rlp)),
    )
    const { hash } = chain.tree.head
    for (const exported of [full, bare]) {
      expect((await importHive(exported)).tree.head.hash).toBe(hash)
    }
  })
})
