import { describe, expect, it } from 'vitest'
import { word } from '../../../src/chain/contracts/abi.ts'
import { historyStorage } from '../../../src/chain/contracts/system.ts'
import { createChain } from '../../../src/chain/createChain.ts'
import { createFork } from '../../../src/createFork.ts'
import { toHex, toQuantity } from '../../../src/primitives/hex.ts'
import { serve } from '../../../src/serve.ts'
import { fakeClock } from '../../support/fakeClock.ts'
import type { AskedOfNode } from '../../support/faultyNode.ts'
import { PIN, startLyingNetwork } from '../../support/lyingNetwork.ts'
import { ask, serveInTest } from '../../support/serving.ts'

const lying = await startLyingNetwork()
const { network, server, token, pool: other, account, fork } = lying

/** Changes the answers to a method, from now on. */
function lie(method: string, change: (answer: string, asked: AskedOfNode) => string): void {
  lying.node.fault = (asked) =>
    asked.method === method ? { change: (answer) => change(answer, asked) } : undefined
}

const ofToken = async (method: string, ...params: unknown[]) =>
  JSON.stringify({ result: await server.request({ method, params } as never) }).slice(10, -1)

describe('a network that lies about proven state', () => {
  it.each<[what: string, method: string, change: (answer: string) => string, error: RegExp]>([
    [
      'the balance',
      'eth_getProof',
      (answer) => answer.replace(/"balance":"0x/, '"balance":"0x1'),
      /the proof of 0x\w+ has another balance \(state after block 30, 0x/,
    ],
    [
      'the nonce',
      'eth_getProof',
      (answer) => answer.replace(/"nonce":"0x/, '"nonce":"0x1'),
      /has another nonce/,
    ],
    [
      'a node of the proof',
      'eth_getProof',
      (answer) => answer.replace(/"accountProof":\["0xf90211a0../, '"accountProof":["0xf90211a099'),
      /the proof has no node 0x\w+ at depth 0/,
    ],
    [
      'how long the proof is',
      'eth_getProof',
      (answer) => answer.replace(/"accountProof":\["0x\w+"(?:,"0x\w+")*\]/, '"accountProof":[]'),
      /the proof has no node/,
    ],
    [
      'whether there is a proof',
      'eth_getProof',
      (answer) => answer.replace(/"result":.*\}$/, '"result":null}'),
      /the node has sent no list of nodes/,
    ],
    [
      'the code',
      'eth_getCode',
      (answer) => answer.replace(/"result":"0x../, '"result":"0x99'),
      /the code of 0x\w+ has hash 0x\w+ instead of 0x/,
    ],
    [
      'whether there is code',
      'eth_getCode',
      (answer) => answer.replace(/"result":"0x\w+"/, '"result":"0x"'),
      /the code of 0x\w+ has hash 0xc5d2\w+ instead of 0x/,
    ],
    [
      'the form of code',
      'eth_getCode',
      (answer) => answer.replace(/"result":"0x\w+"/, '"result":7'),
      /the code of 0x\w+: the node has sent no bytes/,
    ],
  ])('is caught: %s', async (_, method, change, error) => {
    const chain = await fork({ proofs: 'require' })
    lie(method, change)
    await expect(chain.account(token)).rejects.toThrow(error)
    lying.node.fault = () => undefined
    expect(await chain.account(token)).toEqual(await network.account(token, { at: PIN }))
  })

  it('is caught: a valid proof of another account', async () => {
    const chain = await fork()
    const proof = await ofToken('eth_getProof', account, [], '0x1e')
    lie('eth_getProof', (answer) => answer.replace(/"result":.*\}$/, `"result":${proof}}`))
    await expect(chain.account(other)).rejects.toThrow(/the proof/)
  })

  it('is caught: the value of a slot, and a proof of another one', async () => {
    const chain = await fork()
    const call = { to: token, data: '0x18160ddd' } as const
    lie('eth_getProof', (answer) => answer.replace(/"storageProof":\[.+\]/, '"storageProof":[]'))
    await expect(chain.call(call)).rejects.toThrow(
      /slot 0x\w+ of 0x\w+: the node has sent no list of nodes/,
    )
    lie('eth_getProof', (answer) => answer.replaceAll(/"value":"0x/g, '"value":"0x1'))
    await expect(chain.call(call)).rejects.toThrow(
      /the proof of slot 0x\w+ of 0x\w+ has another value/,
    )
    lying.node.fault = () => undefined
    expect(await chain.call(call)).toBe(await network.call(call, { at: PIN }))
  })
})

describe('a development node whose state was changed by hand', () => {
  it('does not prove the state before what ran on it, and the error says why', async () => {
    const chain = await createChain({ seed: 'by hand', blocks: 2, preset: 'latest' })
    const upstream = await serveInTest(chain, { dev: true, dialect: 'geth' })
    const from = `0x${'aa'.repeat(20)}` as const
    await upstream.setBalance(from, 10n ** 18n)
    await upstream.impersonateAccount(from)
    const hash = await ask(upstream, 'eth_sendTransaction', { from, to: token, value: '0x1' })
    expect(upstream.head.number).toBe(3)
    const forked = await createFork({ rpc: upstream.url, block: 3, clock: fakeClock() })
    const server = await serveInTest(forked, { dev: true, dialect: 'geth' })
    await expect(ask(server, 'debug_traceTransaction', hash)).rejects.toThrow(
      /^the forked network: the proof of 0x\w+: the proof has no node 0x\w+ at depth 0: the node has another state than the block names; on a development node it may have been changed by hand after the block \(state after block 2, 0x\w+\)$/,
    )
  })
})

describe('a network that lies about blocks', () => {
  it.each<[field: string, change: (answer: string) => string]>([
    ['hash', (answer) => answer.replace(/"miner":"0x../, '"miner":"0x99')],
    ['stateRoot', (answer) => answer.replace(/"stateRoot":"0x../, '"stateRoot":"0x99')],
    [
      'transactionsRoot',
      (answer) => answer.replace(/"transactionsRoot":"0x../, '"transactionsRoot":"0x99'),
    ],
  ])('is refused at start: %s of the pinned block', async (_, change) => {
    lie('eth_getBlockByNumber', (answer, { params }) =>
      params[1] === true ? change(answer) : answer,
    )
    await expect(fork()).rejects.toThrow(/the forked network: block 30: /)
  })

  it('is refused at start: receipts of the pinned block', async () => {
    lie('eth_getBlockReceipts', (answer) =>
      answer.replace(/"cumulativeGasUsed":"0x/, '"cumulativeGasUsed":"0x1'),
    )
    await expect(fork()).rejects.toThrow(/block 30: receipts/)
  })

  it('is refused at start: another block than that of the hash', async () => {
    const { hash } = network.blockByNumber(20) as { hash: `0x${string}` }
    lie('eth_getBlockByHash', (answer) => answer.replace('"number":"0x14"', '"number":"0x15"'))
    await expect(fork({ block: hash })).rejects.toThrow(
      /block 0x\w+ is not on the node's canonical chain/,
    )
  })

  it('is caught: a header that is not the parent of the next one', async () => {
    // Otherwise the state has the hashes.
    const chain = await fork({ proofs: 'off' })
    lie('eth_getBlockByNumber', (answer, { params }) =>
      params[0] === '0x1d' ? answer.replace(/"parentHash":"0x../, '"parentHash":"0x99') : answer,
    )
    const data = '0x601c4060005260206000f3'
    await expect(chain.call({ data })).rejects.toThrow(
      /block 29 is not 0x\w+, which the block after it names/,
    )
  })
})

describe('a call on a fork', () => {
  const params = [{ to: token, data: '0x18160ddd' }, 'latest']

  it('needs few rounds, because the node says what it accesses, also after a change', async () => {
    const dev = await serve(await fork(), { port: 0, dialect: 'geth', dev: true })
    await dev.setBalance(account, 7n)
    const before = lying.node.asked.length
    const supply = await dev.request({ method: 'eth_call', params } as never)
    expect(supply).toBe(await network.call({ to: token, data: '0x18160ddd' }, { at: PIN }))
    const asked = lying.node.asked.slice(before).map(({ method }) => method)
    expect(asked).toContain('eth_createAccessList')
    expect(asked.filter((method) => method === 'eth_getProof').length).toBeLessThanOrEqual(4)
    await dev.close()
  })

  it('reads together what calls of one function need at the same time', async () => {
    const dev = await serve(await fork(), { port: 0, dialect: 'geth' })
    const before = lying.node.asked.length
    const holders = Array.from({ length: 50 }, (_, index) => toHex(word(index + 1)))
    const balances = holders.map((holder) => {
      const call = { to: token, data: `0x70a08231${holder.slice(2)}` }
      return dev.request({ method: 'eth_call', params: [call, 'latest'] } as never)
    })
    expect(new Set(await Promise.all(balances))).toEqual(new Set([toHex(word(0))]))
    const asked = lying.node.asked.slice(before)
    expect(asked.length).toBeLessThan(20)
    const hints = asked.filter(({ method }) => method === 'eth_createAccessList')
    expect(hints.length).toBeLessThanOrEqual(2)
    const ofCode = asked.filter(({ method, params }) => {
      return method === 'eth_getCode' && params[0] === token
    })
    expect(ofCode).toHaveLength(1)
    await dev.close()
  })

  it.each(['require', 'off'] as const)(
    'reads the beginning of what a long answer names: proofs %s',
    async (proofs) => {
      const own = (index: number) => `0x${toHex(word(1000 + index)).slice(26)}`
      // Each account twice, with other slots.
      const accessList = Array.from({ length: 800 }, (_, index) => ({
        address: own(index % 400),
        storageKeys: Array.from({ length: 200 }, (_, slot) => toHex(word(index * 100 + slot))),
      }))
      lying.node.fault = ({ id, method }) =>
        method === 'eth_createAccessList'
          ? { body: JSON.stringify({ jsonrpc: '2.0', id, result: { accessList, gasUsed: '0x0' } }) }
          : undefined
      const dev = await serve(await fork({ proofs }), { port: 0, dialect: 'geth' })
      const before = lying.node.asked.length
      expect(await dev.request({ method: 'eth_call', params } as never)).toBe(
        await network.call({ to: token, data: '0x18160ddd' }, { at: PIN }),
      )
      const asked = lying.node.asked.slice(before).filter(({ params: [at] }) => at !== token)
      const slots = asked.flatMap(({ method, params: [, named] }) => {
        if (method === 'eth_getStorageAt') return [named]
        return method === 'eth_getProof' ? (named as string[]) : []
      })
      expect(slots).toHaveLength(512)
      const accounts = new Set(asked.map(({ params: [at] }) => at))
      const named = accessList.filter(({ address }) => accounts.has(address))
      // Each twice; the token is one, too.
      expect(named).toHaveLength(2 * 255)
      await dev.close()
    },
  )

  it('does not need that answer', async () => {
    lying.node.fault = ({ id, method }) =>
      method === 'eth_createAccessList'
        ? { body: JSON.stringify({ jsonrpc: '2.0', id, error: { code: -32601, message: 'no' } }) }
        : undefined
    const dev = await serve(await fork(), { port: 0, dialect: 'geth' })
    expect(await dev.request({ method: 'eth_call', params } as never)).toBe(
      await network.call({ to: token, data: '0x18160ddd' }, { at: PIN }),
    )
    await dev.close()
  })
})

describe('a network without proofs', () => {
  it('gives values, and says why', async () => {
    lying.node.fault = ({ id, method }) =>
      method === 'eth_getProof'
        ? {
            body: JSON.stringify({
              jsonrpc: '2.0',
              id,
              error: { code: -32601, message: 'none here' },
            }),
          }
        : undefined
    const chain = await fork()
    expect(chain.forkedFrom?.unprovenBecause).toMatch(/none here/)
    const { balance, nonce, code } = await network.account(token, { at: PIN })
    expect(await chain.account(token)).toMatchObject({ balance, nonce, code })
    await expect(fork({ proofs: 'require' })).rejects.toThrow(/proofs: .*none here/)
  })

  it('has other slots after each block, in a worker thread, too', async () => {
    const forked = await serve(await fork({ proofs: 'off' }), { port: 0 })
    const to = historyStorage.address
    const run = (code: string, number: number) => {
      const call = { to, data: toHex(word(PIN - 1)), gas: toQuantity(8_000_000) }
      const params = [call, toQuantity(number), { [to]: { code } }]
      return forked.request({ method: 'eth_call', params } as never)
    }
    // JUMPDEST, PUSH1 0, JUMP: after a long call a client's calls run in a thread.
    await expect(run('0x5b600056', PIN)).rejects.toThrow('out of gas')
    const readSlot = '0x6000355460005260206000f3'
    expect(await run(readSlot, PIN - 1)).toBe(toHex(word(0)))
    expect(await run(readSlot, PIN)).toBe(network.blockByNumber(PIN - 1)?.hash)
    await forked.close()
  })

  it('is caught when its block by number is another one by now', async () => {
    lying.node.fault = ({ id, method, params }) => {
      const isRefused = method === 'eth_getProof' || typeof params.at(-1) === 'object'
      return isRefused
        ? { body: JSON.stringify({ jsonrpc: '2.0', id, error: { code: -32602, message: 'no' } }) }
        : undefined
    }
    const chain = await fork()
    const { fault } = lying.node
    expect((await chain.account(account)).balance).toBeGreaterThan(0n)
    lying.node.fault = (asked) =>
      asked.method === 'eth_getBlockByNumber'
        ? { change: (answer) => answer.replace(/"hash":"0x../, '"hash":"0x99') }
        : fault(asked)
    await expect(chain.account(token)).rejects.toThrow(/the node has 0x99\w+ at 30 by now, not 0x/)
  })
})

describe('a network that is gone', () => {
  it.each(['reset', 'cutOff'] as const)('fails the request that needs it: %s', async (fault) => {
    const chain = await fork()
    await chain.account(account)
    lying.node.fault = () => fault
    await expect(chain.account(token)).rejects.toThrow(
      /the forked network: eth_get\w+\(.*tried 5 times/,
    )
    expect((await chain.account(account)).nonce).toBe(
      (await network.account(account, { at: PIN })).nonce,
    )
  })

  it('is asked as often as the options say', async () => {
    const clock = fakeClock()
    const chain = await fork({ clock, retries: 2, retryBackoff: 10 })
    lying.node.fault = () => 'reset'
    await expect(chain.account(token)).rejects.toThrow(/tried 3 times/)
    expect(clock.waits.slice(0, 2).toSorted()).toEqual([10, 10])
    expect(Math.max(...clock.waits)).toBe(20)
  })

  it('is replaced by the next node', async () => {
    const chain = await fork({ rpc: [lying.node.url, server.url] })
    lying.node.fault = () => 'reset'
    expect(await chain.account(token)).toEqual(await network.account(token, { at: PIN }))
  })

  it('keeps its key to itself', async () => {
    const rpc = `${lying.node.url}v2/a-very-secret-key`
    const chain = await fork({ rpc, headers: ['Authorization: Bearer another-secret'] })
    lying.node.fault = ({ id }) => ({
      body: JSON.stringify({
        jsonrpc: '2.0',
        id,
        error: { code: -32000, message: 'a-very-secret-key, another-secret' },
      }),
    })
    const error: Error = await chain.account(token).catch((reason) => reason)
    expect(`${error.message} ${JSON.stringify(chain.forkedFrom)}`).not.toMatch(/secret/)
  })
})
