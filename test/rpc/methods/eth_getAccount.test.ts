import { expect, it } from 'vitest'
import { serveForTests } from '../../support/serving.ts'

const { chain, ask } = await serveForTests({ preset: 'latest', blocks: 16 })

const EMPTY_CODE = '0xc5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470'
const EMPTY_TRIE = '0x56e81f171bcc55a6ff8345e692c0f86e5b48e01b996cadc001622fb5e363b421'

it('has what the proof of a contract has, and its code', async () => {
  const { address } = chain.contracts[0] as { readonly address: string }
  for (const block of ['latest', '0x8']) {
    const proof = await ask<Record<string, string>>('eth_getProof', address, [], block)
    const { nonce, balance, storageHash, codeHash } = proof
    const account = { nonce, balance, storageRoot: storageHash, codeHash }
    expect(await ask('eth_getAccount', address, block)).toEqual(account)
    const code = await ask('eth_getCode', address, block)
    expect(await ask('eth_getAccountInfo', address, block)).toEqual({ balance, nonce, code })
  }
})

it('is empty where no account exists', async () => {
  const address = `0x${'ab'.repeat(20)}`
  expect(await ask('eth_getAccount', address)).toEqual({
    nonce: '0x0',
    balance: '0x0',
    storageRoot: EMPTY_TRIE,
    codeHash: EMPTY_CODE,
  })
  expect(await ask('eth_getAccountInfo', address)).toEqual({
    balance: '0x0',
    nonce: '0x0',
    code: '0x',
  })
})
