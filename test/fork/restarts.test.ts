import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { mnemonicToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createChain } from '../../src/chain/createChain.ts'
import { createFork } from '../../src/createFork.ts'
import { crc32 } from '../../src/primitives/crc32.ts'
import { serve } from '../../src/serve.ts'
import type { Server } from '../../src/server/serve.ts'
import { callMethod } from '../support/callMethod.ts'
import { hasRedis, RedisServer } from '../support/group/redisServer.ts'
import { type Group, healthOf, keyOf, startServer } from '../support/group/runningGroup.ts'
import { killRemaining } from '../support/runCli.ts'
import { refusalOf, runCliInProcess } from '../support/runCliInProcess.ts'
import { createSwapNetwork, MNEMONIC, PIN, swapData, token0 } from '../support/swapNetwork.ts'
import { temporaryFolder } from '../support/temporaryFolder.ts'
import { until } from '../support/until.ts'

afterAll(killRemaining)

const folder = temporaryFolder()
const SECRET = 'a-secret-of-the-provider'
let network: Server
/** the addresses of the network with a key, as providers have it */
let options: readonly string[]

beforeAll(async () => {
  const chain = await createSwapNetwork()
  network = await serve(chain, { port: 0, apiKeys: [SECRET], earlyFinality: true, dev: true })
  options = ['--dev', '--fork-url', network.url]
  return () => network.close()
})

const urlOf = ({ address }: Group, key = 'dev') => `http://${address}/v3/${key}`

/** Sends transactions: each is in a block of its own, or in the pool if its nonce is too high. */
async function send(url: string, nonces: readonly number[]): Promise<void> {
  const account = mnemonicToAccount(MNEMONIC)
  const chainId = Number(await callMethod(url, 'eth_chainId'))
  const fees = { maxFeePerGas: 10n ** 11n, maxPriorityFeePerGas: 10n ** 9n }
  const before = Number(await callMethod(url, 'eth_getTransactionCount', account.address, 'latest'))
  for (const each of nonces) {
    const nonce = before + each
    const swap = { to: token0, data: swapData(10n ** 17n), gas: 500_000n }
    const signed = { type: 'eip1559', chainId, nonce, ...swap, ...fees } as const
    await callMethod(url, 'eth_sendRawTransaction', await account.signTransaction(signed))
  }
}

/** What clients see of an endpoint: its blocks from the pinned one on with their receipts, states and pool. */
async function seenAt(url: string, first = PIN): Promise<unknown> {
  const account = mnemonicToAccount(MNEMONIC).address
  const head = Number(await callMethod(url, 'eth_blockNumber'))
  const blocks: unknown[] = []
  for (let number = first; number <= head; number++) {
    const block = `0x${number.toString(16)}`
    const [content, receipts, balance] = await Promise.all([
      callMethod(url, 'eth_getBlockByNumber', block, true),
      callMethod(url, 'eth_getBlockReceipts', block),
      callMethod(url, 'eth_getBalance', account, block),
    ])
    blocks.push({ content, receipts, balance })
  }
  return { head, blocks, pool: await callMethod(url, 'txpool_content') }
}

describe('a fork with a journal', () => {
  it('has after kill -9 what it had, with a node and offline', async () => {
    const [journal, witness] = [join(folder, 'killed'), join(folder, 'witness')]
    const kept = ['--journal', journal, '--fork-witness', witness]
    const first = await startServer(...options, ...kept, '--fork-block', String(PIN))
    await send(urlOf(first), [0, 1, 3])
    await callMethod(urlOf(first), 'anvil_setBalance', `0x${'ab'.repeat(20)}`, '0x7')
    const before = await seenAt(urlOf(first))
    await first.stop('SIGKILL')
    expect(before).toMatchObject({ head: PIN + 2 })
    expect(readFileSync(journal, 'utf8')).not.toContain(SECRET)

    const again = await startServer(...options, ...kept)
    expect(await seenAt(urlOf(again))).toEqual(before)
    // This one makes the next possible.
    await send(urlOf(again), [0])
    const after = await seenAt(urlOf(again))
    await again.stop('SIGKILL')
    expect(after).toMatchObject({ head: PIN + 3 })

    const offline = await startServer('--dev', '--offline', ...kept)
    expect(await seenAt(urlOf(offline))).toEqual(after)
    await offline.stop('SIGTERM')
  })

  it('starts again after transactions that were refused for what is not known', async () => {
    const [journal, witness] = [join(folder, 'refused'), join(folder, 'little')]
    const online = await createFork({ rpc: network.url, block: PIN, witness })
    // The sender is known, but not what mining a block reads.
    const { address } = mnemonicToAccount(MNEMONIC)
    const { nonce } = await online.account(address)
    online.saveWitness()
    const start = async () =>
      serve(await createFork({ offline: true, witness }), { port: 0, dev: true, journal })
    const server = await start()
    const account = mnemonicToAccount(MNEMONIC)
    for (const value of [1n, 2n]) {
      const fees = { maxFeePerGas: 10n ** 11n, maxPriorityFeePerGas: 10n ** 9n }
      const chainId = Number(await callMethod(server.url, 'eth_chainId'))
      const signed = { nonce: Number(nonce), to: address, value, gas: 21_000n, chainId, ...fees }
      const raw = await account.signTransaction(signed)
      await expect(callMethod(server.url, 'eth_sendRawTransaction', raw)).rejects.toThrow('not in')
    }
    await server.close()
    const again = await start()
    expect(again.head.number).toBe(PIN)
    expect(await callMethod(again.url, 'txpool_status')).toMatchObject({ pending: '0x0' })
    await again.close()
  })

  it('names what a folder lacks that did not see the changes', async () => {
    const [journal, seen, unseen] = [join(folder, 'seen.jr'), join(folder, 'a'), join(folder, 'b')]
    const fork = (witness: string) => createFork({ rpc: network.url, block: PIN, witness })
    const server = await serve(await fork(seen), { port: 0, dev: true, journal })
    await send(server.url, [0])
    await server.close()
    // What the transaction's checks read, but not what mining a block reads.
    const other = await fork(unseen)
    await other.account(mnemonicToAccount(MNEMONIC).address)
    other.saveWitness()
    const chain = await createFork({ offline: true, witness: unseen })
    const options = { port: 0, dev: true, journal }
    await expect(serve(chain, options)).rejects.toThrow(
      new RegExp(
        `entry 1: the forked network: account 0x\\w{40} .+ is not in the folder ${unseen}, `,
      ),
    )
  })

  it('makes no further change while the folder cannot be written', async () => {
    const gone = join(folder, 'gone')
    const fork = await createFork({
      rpc: network.url,
      block: PIN,
      witness: gone,
      journal: join(folder, 'g'),
    })
    const server = await serve(fork, { port: 0, dev: true, journal: join(folder, 'g') })
    const mine = () => server.request({ method: 'evm_mine' })
    await mine()
    rmSync(gone, { recursive: true })
    await expect(mine()).rejects.toThrow('it was removed while a fork was using it')
    const { number } = server.head
    await expect(mine()).rejects.toThrow('it was removed while a fork was using it')
    expect(server.head.number).toBe(number)
    await server.close().catch(() => {})
  })

  it('goes on from the block of the journal, whatever the network has by then', async () => {
    const path = join(folder, 'default-pin')
    const args = [...options, '--journal', path]
    const first = await startServer(...args)
    const { fork } = JSON.parse(first.announced)
    expect(fork).toMatchObject({ isOfJournal: false })
    await send(urlOf(first), [0])
    const before = await seenAt(urlOf(first))
    await first.stop('SIGTERM')
    await network.mine(70)
    const safe = await callMethod(network.url, 'eth_getBlockByNumber', 'safe', false)
    expect(Number(Object(safe).number)).toBeGreaterThan(fork.block.number)

    for (const more of [[], ['--fork-block', 'latest']]) {
      const again = await startServer(...args, ...more)
      // The warning about the safe block is only for those who begin with it.
      const same = { ...fork, isOfJournal: true, warnings: [] }
      expect(JSON.parse(again.announced).fork).toEqual(same)
      expect(await seenAt(urlOf(again))).toEqual(before)
      await again.stop('SIGTERM')
    }
    const inCode = await createFork({ rpc: network.url, block: fork.block.number, journal: path })
    expect(inCode.forkedFrom).toMatchObject({ block: fork.block, isOfJournal: true })
    const check = ['journal', 'check', path, '--fork-url', network.url]
    expect(await runCliInProcess(check)).toMatchObject({ code: 0, stderr: '' })
    expect(await runCliInProcess(['journal', 'export', path])).toMatchObject({
      code: 1,
      stderr:
        'error: a scenario creates its chain from a spec, and this chain is a fork of a network\n',
    })
  })

  it.each([-1, 'latest'] as const)('goes on from the block of its journal: %s', async (block) => {
    const journal = join(folder, `moved${block}`)
    const chain = await createFork({ rpc: network.url, block: PIN })
    await (await serve(chain, { port: 0, journal })).close()
    const again = await createFork({ rpc: network.url, block, journal })
    expect(again.forkPin?.number).toBe(PIN)
  })

  it('refuses a journal of another block, of other rules, and of no fork', async () => {
    const [path, plain] = [join(folder, 'pinned'), join(folder, 'plain')]
    const chain = await createFork({ rpc: network.url, block: PIN })
    await (await serve(chain, { port: 0, journal: path })).close()
    const noFork = await createChain({ preset: 'latest', blocks: 1 })
    await (await serve(noFork, { port: 0, journal: plain })).close()

    const fork = (...more: string[]) => refusalOf([...options, '--port', '0', ...more])
    expect(await fork('--journal', path, '--fork-block', '7')).toMatch(
      /^error: --fork-block: the journal was begun for a fork of block 8, 0x\w{64}\n$/,
    )
    expect(await fork('--journal', path, '--forks', 'prague=0')).toBe(
      `error: ${path}: it was begun for a fork whose blocks follow other rules (--forks)\n`,
    )
    expect(await fork('--journal', path, '--fork-proofs', 'off')).toBe(
      'error: --fork-proofs: the journal has block 8 with proofs\n',
    )
    expect(await fork('--journal', plain)).toBe(
      `error: ${plain}: it was begun for a chain that is no fork: use another journal for a fork\n`,
    )
    expect(await refusalOf(['--dev', '--port', '0', '--journal', path])).toMatch(
      /: it was begun for a fork of block 8 of chain 1337, 0x\w{64}: fork it again \(--fork-url, or --offline\)\n$/,
    )
    expect(await refusalOf(['journal', 'check', path])).toBe(
      `error: ${path}: it was begun for a fork of block 8 of chain 1337: give --fork-url, or --offline and --fork-witness\n`,
    )
  })

  it('takes further keys of the dialect, and is checked with keys of another one', async () => {
    const journal = join(folder, 'keys')
    const start = async (...keys: readonly string[]) => {
      const chain = await createFork({ rpc: network.url, block: PIN, spec: { mnemonic: MNEMONIC } })
      const own = keys.map((key) => ({ key }))
      const apiKeys = [...own, { key: 'plain', dialect: 'geth' as const }]
      return serve(chain, { port: 0, dev: true, dialect: 'anvil', journal, apiKeys })
    }
    const first = await start('one')
    await callMethod(first.url.replace('/one', '/plain'), 'evm_mine')
    await callMethod(first.url, 'evm_mine')
    await first.close()
    const more = await start('one', 'two')
    expect(more.head.number).toBe(PIN + 1)
    await more.close()
    const check = ['journal', 'check', journal, '--fork-url', network.url]
    const { code, stdout, stderr } = await runCliInProcess(check)
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toContain('plain')
  })

  it('says which options of a journal no server can have had', async () => {
    const path = join(folder, 'strange')
    const chain = await createFork({ rpc: network.url, block: PIN })
    await (await serve(chain, { port: 0, dev: true, dialect: 'anvil', journal: path })).close()
    const header = readFileSync(path, 'utf8').slice(9, -1)
    const check = (found: string, strange: string) => {
      const line = header.replace(found, strange)
      const sum = crc32(Buffer.from(line)).toString(16).padStart(8, '0')
      writeFileSync(path, `${sum} ${line}\n`)
      return refusalOf(['journal', 'check', path, '--fork-url', network.url])
    }
    const start = `error: ${path}: line 1: the server that began it cannot have had these options:`
    expect(await check('"funded":["*"]', '"funded":"dev"')).toMatch(`${start} funded: `)
    expect(await check('"dev":true', '"dev":7')).toMatch(`${start} dev: `)
    expect(await check('"rules":{', '"rules":[],"rest":{')).toBe(
      `error: ${path}: it is not a journal of ommer\n`,
    )
  })
})

describe.runIf(hasRedis)('a fork with replicas', () => {
  it('is the same in each, and is taken over with its changes', async () => {
    const redis = await RedisServer.start()
    const args = [...options, '--journal', `${redis.url}?journal=fork`]
    const first = await startServer(...args)
    await network.mine(70)
    const second = await startServer(...args)
    const [pin, same] = [first, second].map((each) => JSON.parse(each.announced).fork.block)
    expect(same).toEqual(pin)
    await send(urlOf(first), [0])
    const before = await seenAt(urlOf(first), pin.number)
    await first.stop('SIGKILL')
    expect(await seenAt(urlOf(second), pin.number)).toEqual(before)
    await second.stop('SIGTERM')
    await redis.stop()
  })
})

describe('a fork with workers', () => {
  it('is the same in each of them, also in one that is started again', async () => {
    const keys = [0, 1].map((worker) => keyOf(worker))
    const args = [...options, '--workers', '2', '--api-key', 'dev', '--any-key']
    const group = await startServer(...args)
    const pin = JSON.parse(group.announced).fork.block
    // Those that start later see another network.
    await network.mine(70)
    const pid = (await healthOf(group)).workers[0]?.pid as number
    await callMethod(urlOf(group), 'evm_mine')
    process.kill(pid, 'SIGKILL')
    await until(async () => ![pid, null].includes((await healthOf(group)).workers[0]?.pid ?? null))
    for (const key of ['dev', ...keys]) {
      const url = urlOf(group, key)
      const block = `0x${pin.number.toString(16)}`
      expect(await callMethod(url, 'eth_getBlockByNumber', block, false)).toMatchObject({
        hash: pin.hash,
      })
      expect(Number(await callMethod(url, 'eth_blockNumber'))).toBe(
        key === 'dev' ? pin.number + 1 : pin.number,
      )
    }
    await group.stop('SIGTERM')
  })
})
