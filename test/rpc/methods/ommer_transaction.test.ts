import { describe, expect, it } from 'vitest'
import { serveForTests } from '../../support/serving.ts'

interface Fate {
  readonly transaction: { readonly hash: string; readonly blockHash: string | null }
  readonly state: string
  readonly blocks: readonly { number: number; hash: string; isCanonical: boolean }[]
  readonly replacedBy: string | null
}

const { server, ask } = await serveForTests({ blocks: 3 }, { dev: true })

/** A new endpoint, and what it says of a transaction that its first account sends. */
async function start(name: string, options: object = {}) {
  const endpoint = server.endpoint(name)
  const call = <Result>(method: string, ...params: readonly unknown[]) =>
    endpoint.request({ method, params }) as Promise<Result>
  const [from, to] = await call<string[]>('eth_accounts')
  const send = (others: object = {}) =>
    call<string>('eth_sendTransaction', { from, to, value: '0x1', ...options, ...others })
  return { endpoint, call, send, fateOf: (hash: string) => call<Fate>('ommer_transaction', hash) }
}

describe('a transaction', () => {
  it('is mined in its block', async () => {
    const { endpoint, call, send, fateOf } = await start('mined')
    const hash = await send()
    const { number, hash: blockHash } = endpoint.head
    expect(await fateOf(hash)).toEqual({
      transaction: await call('eth_getTransactionByHash', hash),
      state: 'mined',
      blocks: [{ number, hash: blockHash, isCanonical: true }],
      replacedBy: null,
    })
  })

  it('waits, and its removed block has it, after a reorg', async () => {
    const { endpoint, call, send, fateOf } = await start('waits')
    const hash = await send()
    const { number, hash: blockHash } = endpoint.head
    await endpoint.reorg({ depth: 1, length: 2, transactions: [[]] })
    expect(await fateOf(hash)).toEqual({
      transaction: await call('eth_getTransactionByHash', hash),
      state: 'pending',
      blocks: [{ number, hash: blockHash, isCanonical: false }],
      replacedBy: null,
    })
    await endpoint.mine(1)
    const { state, blocks } = await fateOf(hash)
    expect(state).toBe('mined')
    expect(blocks.map((block) => block.isCanonical)).toEqual([true, false])
  })

  it('is removed if only blocks have it that a reorg has left', async () => {
    const { endpoint, call, send, fateOf } = await start('removed')
    const hash = await send()
    const { hash: blockHash } = endpoint.head
    await endpoint.reorg({ depth: 1, length: 1, transactions: [[]] })
    expect(await call('anvil_dropTransaction', hash)).toBe(hash)
    expect(await fateOf(hash)).toMatchObject({
      transaction: { hash, blockHash },
      state: 'removed',
      blocks: [{ hash: blockHash, isCanonical: false }],
      replacedBy: null,
    })
    expect(await call('eth_getTransactionByHash', hash)).toBeNull()
  })

  it('is replaced by the one with its nonce, in the pool and in a block', async () => {
    const { endpoint, call, send, fateOf } = await start('replaced', { gas: '0x5208' })
    await call('evm_setAutomine', false)
    const [sender] = await call<string[]>('eth_accounts')
    const nonce = await call<string>('eth_getTransactionCount', sender, 'latest')
    const hash = await send({ nonce, maxFeePerGas: '0x174876e800', maxPriorityFeePerGas: '0x1' })
    const fees = { maxFeePerGas: '0x2e90edd000', maxPriorityFeePerGas: '0x77359400' }
    const other = await send({ nonce, ...fees })
    const replaced = { state: 'replaced', blocks: [], replacedBy: other, transaction: { hash } }
    expect(await fateOf(hash)).toMatchObject(replaced)
    await endpoint.mine(1)
    expect(await fateOf(hash)).toMatchObject(replaced)
    expect((await fateOf(other)).state).toBe('mined')
  })

  it('is unknown if nothing has it', async () => {
    const { call, send, fateOf } = await start('unknown')
    expect(await fateOf(`0x${'12'.repeat(32)}`)).toBeNull()
    const snapshot = await call('evm_snapshot')
    const hash = await send()
    await call('evm_revert', snapshot)
    expect((await fateOf(hash))?.state ?? 'removed').toBe('removed')
  })
})

it('finds transactions of side branches of the chain', async () => {
  const { chain, ask } = await serveForTests({ preset: 'pow', blocks: 40, uncleRate: [1, 2] })
  const beside = chain.tree.sideBlocks.filter((block) => block.senders.length > 0)
  expect(beside).not.toEqual([])
  for (const { hash } of beside) {
    const { transactions } = await ask<{ transactions: string[] }>(
      'eth_getBlockByHash',
      hash,
      false,
    )
    for (const each of transactions) {
      const fate = await ask<Fate>('ommer_transaction', each)
      expect(fate.blocks.map((block) => block.hash)).toContain(hash)
      const isMined = (await ask('eth_getTransactionByHash', each)) !== null
      expect(fate.state === 'mined').toBe(isMined)
      expect(fate.blocks.some((block) => block.isCanonical)).toBe(isMined)
    }
  }
})

it('finds transactions of the chain that an endpoint has left', async () => {
  const { server, chain } = await serveForTests({ blocks: 20 })
  const endpoint = server.endpoint('left')
  const {
    hash,
    header: { number },
    transactions,
  } = chain.head
  const [first] = transactions
  await endpoint.reorg({ depth: 1, length: 2 })
  const fate = await endpoint.request({ method: 'ommer_transaction', params: [first?.hash] })
  expect((fate as Fate).blocks).toContainEqual({ number, hash, isCanonical: false })
})

it('knows that the head has yet to come to a block', async () => {
  const { server, chain } = await serveForTests({ blocks: 20 })
  const endpoint = server.endpoint('ahead')
  const { hash, header, transactions } = chain.head
  const [first] = transactions
  await endpoint.rollback(2)
  const ask = () => endpoint.request({ method: 'ommer_transaction', params: [first?.hash] })
  const blocks = [{ number: header.number, hash, isCanonical: false }]
  expect(await ask()).toMatchObject({ state: 'ahead', blocks, replacedBy: null })
  await endpoint.mine(2)
  expect(await ask()).toMatchObject({ state: 'mined' })
})

it('wants a hash', async () => {
  await expect(ask('ommer_transaction', '0x12')).rejects.toMatchObject({ code: -32602 })
})
