import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Chain } from '../../../src/chain/chain.ts'
import { createChain } from '../../../src/chain/createChain.ts'
import { type Server, serve } from '../../../src/server/serve.ts'

let chain: Chain
let server: Server
beforeAll(async () => {
  chain = await createChain({ preset: 'latest', blocks: 16 })
  server = await serve(chain, { port: 0 })
})
afterAll(() => server.close())

const EMPTY_CODE = '0xc5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470'
const EMPTY_TRIE = '0x56e81f171bcc55a6ff8345e692c0f86e5b48e01b996cadc001622fb5e363b421'

function ask<T>(method: string, ...params: unknown[]): Promise<T> {
  return server.request({ method, params }) as Promise<T>
}

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
