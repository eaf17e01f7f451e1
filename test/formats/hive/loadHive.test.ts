import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { createChain } from '../../../src/chain/createChain.ts'
import { exportChain } from '../../../src/exportChain.ts'
import { loadChain } from '../../../src/formats/loadChain.ts'
import { temporaryFolder } from '../../support/temporaryFolder.ts'

it('refuses an altered genesis.json by its digest before it runs a block', async () => {
  const folder = temporaryFolder()
  await exportChain(await createChain({ preset: 'latest', blocks: 2 }), folder, { format: 'hive' })
  const genesis = join(folder, 'genesis.json')
  const text = readFileSync(genesis, 'utf8')
  writeFileSync(genesis, text.replace('"balance": "0x', '"balance": "0x1'))
  // If block 1 ran, its error would be the one that is thrown, because its file is altered, too.
  const chain = readFileSync(join(folder, 'chain.rlp'))
  chain[40] = (chain[40] as number) ^ 1
  writeFileSync(join(folder, 'chain.rlp'), chain)
  await expect(loadChain(folder)).rejects.toMatchObject({ file: genesis })
})
