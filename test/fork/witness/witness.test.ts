import dns from 'node:dns'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { RLP } from '@ethereumjs/rlp'
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createChain } from '../../../src/chain/createChain.ts'
import type { Block } from '../../../src/chain/encoding/block.ts'
import { createFork } from '../../../src/createFork.ts'
import type { ForkOptions } from '../../../src/fork/forkOptions.ts'
import { mergeWitnesses } from '../../../src/fork/witness/mergeWitnesses.ts'
import { type Hex, toHex, toQuantity } from '../../../src/primitives/hex.ts'
import { encodeRlp } from '../../../src/primitives/rlp.ts'
import { serve } from '../../../src/serve.ts'
import type { Server } from '../../../src/server/serve.ts'
import { fakeClock } from '../../support/fakeClock.ts'
import { startFaultyNode } from '../../support/faultyNode.ts'
import { contentsOf, filesIn } from '../../support/folders.ts'

const PIN = 40
const MNEMONIC = 'test test test test test test test test test test test junk'
const network = await createChain({ seed: 'witnessed', blocks: 48, preset: 'latest' })
const node = await serve(network, { port: 0 })
const servers: Server[] = []
afterAll(() => Promise.all([node, ...servers].map((server) => server.close())))

let folder: string
beforeEach(() => {
  const parent = mkdtempSync(join(tmpdir(), 'ommer-witness-'))
  folder = join(parent, 'fork')
  return () => rmSync(parent, { recursive: true })
})

const spec = { mnemonic: MNEMONIC } as const
const online = { rpc: node.url, block: PIN, clock: fakeClock(), spec } as const

/** Asks a development node on a fork, and says what it has answered. */
async function ask(
  options: ForkOptions,
  questions: readonly (readonly [method: string, ...params: unknown[]])[],
): Promise<unknown[]> {
  const chain = await createFork(options)
  const server = await serve(chain, { port: 0, dev: true, dialect: 'geth' })
  servers.push(server)
  const answers: unknown[] = []
  for (const [method, ...params] of questions) {
    answers.push(
      await server
        .request({ method, params } as never)
        .catch((error: Error) => ({ error: error.message })),
    )
  }
  answers.push(server.head, server.irregular)
  await server.close()
  return answers
}

const token = network.contract('token').address
const from = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266'
const owner = network.accounts[0]?.address as string
const balanceOf = { to: token, data: `0x70a08231${owner.slice(2).padStart(64, '0')}` }
const earlier = [30, 31, 32, 33, 34].flatMap((at) => network.blockByNumber(at)?.transactions ?? [])
const other = network.accounts[7]?.address as string
const LONG = `0x6127105b60019003806003575073${other.slice(2)}315f5260205ff3`
const questions = [
  ['eth_call', balanceOf, 'latest'],
  ['eth_getBalance', owner, 'latest'],
  ['eth_getStorageAt', token, '0x2', 'latest'],
  ['eth_getBlockByNumber', '0x21', true],
  ['eth_getTransactionReceipt', earlier[0]?.hash],
  ['eth_getBlockByHash', network.blockByNumber(45)?.hash, false],
  ['eth_getTransactionByHash', `0x${'12'.repeat(32)}`],
  ['eth_getLogs', { fromBlock: '0x23', toBlock: '0x28' }],
  // BLOCKHASH of block 36
  ['eth_call', { data: '0x60244060005260206000f3' }, 'latest'],
  // A balance after so many steps that a worker thread reads it.
  ['eth_call', { data: LONG, gas: '0x1000000' }, 'latest'],
  ['eth_getBalance', owner, '0x1e'],
  ['anvil_setBalance', from, '0x56bc75e2d63100000'],
  ['eth_sendTransaction', { from, to: token, data: '0x18160ddd' }],
  ['evm_mine'],
  ['eth_getBlockByNumber', 'latest', true],
] as const

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

describe('a witness', () => {
  it.each(['prefer', 'off'] as const)(
    'gives offline what the network has given: proofs %s',
    async (proofs) => {
      const answers = await ask({ ...online, witness: folder, proofs }, questions)
      expect(answers.filter((answer) => Object(answer).error)).toEqual([])
      const before = contentsOf(folder)
      // Whatever the clock of the machine says.
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 40 * 86_400_000 })
      expect(await ask({ witness: folder, offline: true, spec }, questions)).toEqual(answers)
      expect(contentsOf(folder)).toEqual(before)
    },
  )

  it('opens no connection and looks up no name offline', async () => {
    const connect = vi.spyOn(Socket.prototype, 'connect')
    const lookup = vi.spyOn(dns, 'lookup')
    // No connection to it is open yet.
    const faulty = await startFaultyNode(node.url)
    await ask({ ...online, rpc: faulty.url, witness: folder }, questions)
    await faulty.close()
    expect(connect).toHaveBeenCalled()
    connect.mockClear()
    const missing = ['eth_getBalance', `0x${'77'.repeat(20)}`, 'latest'] as const
    await ask({ witness: folder, offline: true, spec }, [...questions, missing])
    expect(connect).not.toHaveBeenCalled()
    // Listening looks up the address.
    expect(lookup.mock.calls.filter(([name]) => name !== '127.0.0.1')).toEqual([])
  })

  it('has a file with an item on each line, in order, and names other files by content', async () => {
    await ask({ ...online, witness: folder }, questions)
    const text = contentsOf(folder).get('witness.txt') ?? ''
    const lines = text.trimEnd().split('\n')
    expect(lines).toEqual(lines.toSorted())
    const { hash, header } = network.blockByNumber(PIN) as Block
    const state = `${PIN}:${hash.slice(2, 18)}`
    expect(text).toContain(`\npin ${PIN} ${hash} proven {"rules":{"chainId":1337,`)
    const { balance, nonce } = await network.account(owner as Hex, { at: PIN })
    expect(lines).toContain(`account ${state} ${owner} ${nonce} ${balance}`)
    const { hash: stored } = network.blockByNumber(36) as Block
    expect(lines).toContain(
      `slot ${state} 0x0000f90827f1c53a10cb7a02335b175320002935 0x24 ${stored}`,
    )
    const kinds = new Set(lines.slice(1).map((line) => line.split(' ')[0]))
    expect(kinds).toEqual(new Set(['absent', 'account', 'block', 'nodes', 'pin', 'slot']))
    // Without proofs, hashes of blocks follow from headers.
    const other = `${folder}-values`
    await ask({ ...online, proofs: 'off', witness: other }, questions)
    const values = (contentsOf(other).get('witness.txt') ?? '').split('\n')
    expect(values).toContain(`header 39 ${header.parentHash} ${toHex(await headerOf(39))}`)
    const folders = new Set(filesIn(folder).map((path) => path.split('/')[0]))
    expect(folders).toEqual(new Set(['blocks', 'codes', 'nodes', 'witness.txt']))
  })

  it('does not depend on what the node says that a call might read', async () => {
    const faulty = await startFaultyNode(node.url)
    await ask({ ...online, rpc: faulty.url, witness: folder }, questions)
    const isHinted = faulty.asked.some(({ method }) => method === 'eth_createAccessList')
    const accessList = [{ address: `0x${'55'.repeat(20)}`, storageKeys: [] }]
    faulty.fault = ({ id, method }) =>
      method === 'eth_createAccessList'
        ? { body: JSON.stringify({ jsonrpc: '2.0', id, result: { accessList } }) }
        : undefined
    const other = `${folder}-other`
    await ask({ ...online, rpc: faulty.url, witness: other }, questions)
    await faulty.close()
    expect(isHinted).toBe(true)
    expect(contentsOf(other)).toEqual(contentsOf(folder))
  })

  it('is the same whoever reads the parts, in any order', async () => {
    await ask({ ...online, witness: folder }, questions)
    const whole = contentsOf(folder)
    const shards = [0, 1, 2, 3].map((shard) =>
      questions.filter((_, index) => (index < 11 ? index % 4 === shard : true)),
    )
    const paths = shards.map((_, index) => `${folder}-${index}`)
    for (const [index, some] of shards.entries()) {
      await ask({ ...online, witness: paths[index] as string }, some)
      expect(contentsOf(paths[index] as string)).not.toEqual(whole)
    }
    await mergeWitnesses(paths, `${folder}-forward`)
    await mergeWitnesses(paths.toReversed(), `${folder}-backward`)
    const shared = `${folder}-shared`
    await Promise.all(shards.map((some) => ask({ ...online, witness: shared }, some)))
    for (const path of [`${folder}-forward`, `${folder}-backward`, shared]) {
      expect(contentsOf(path)).toEqual(whole)
    }
  })
})

describe('a fork that asks no node', () => {
  const offline = () => ({ witness: folder, offline: true, spec }) as const
  const stranger = `0x${'77'.repeat(20)}`

  it.each(['prefer', 'off'] as const)(
    'names what is missing, and how to add it: proofs %s',
    async (proofs) => {
      await ask({ ...online, witness: folder, proofs }, [['eth_getBalance', token, 'latest']])
      const { hash } = network.blockByNumber(PIN) as Block
      const after = `(state after block ${PIN}, ${hash}) is not in the folder ${folder}, and offline no node is asked; to add it, run the same with the options rpc and witness, without offline`
      const answers = await ask(offline(), [
        ['eth_getBalance', stranger, 'latest'],
        ['eth_getStorageAt', token, '0x1234', 'latest'],
        ['eth_getBlockByNumber', '0x20', false],
        ['eth_getTransactionReceipt', stranger.padEnd(66, '7')],
      ])
      const missing = ['account', 'slot'].map((kind) => `the forked network: ${kind}`)
      expect(answers.slice(0, 4)).toEqual([
        { error: `${missing[0]} ${stranger} ${after}` },
        { error: `${missing[1]} 0x1234 of account ${token} ${after}` },
        { error: expect.stringMatching(/block 32 is not in/) },
        { error: expect.stringMatching(/transaction 0x77\w+ is not in/) },
      ])
    },
  )

  it.each(['prefer', 'off'] as const)(
    'says that new blocks read slots by their time: proofs %s',
    async (proofs) => {
      await ask({ ...online, witness: folder, proofs }, [...questions, ['evm_mine']])
      const time = Number(network.blockByNumber(PIN)?.header.timestamp) + 5000
      const [, mined] = await ask(offline(), [
        ['evm_setNextBlockTimestamp', toQuantity(time)],
        ['evm_mine'],
      ])
      const [more] = await ask(offline(), [['hardhat_mine', '0x1e']])
      const says = {
        error: expect.stringMatching(
          /0x000f3df6d732807ef1319fb7b8bb8522d0beac02 .*the run that adds it must mine the same blocks at the same times: count from that of the pinned block, not from the clock; to add it/,
        ),
      }
      expect([mined, more]).toEqual([says, says])
    },
  )

  it('takes the URL of a reset for the network of the folder', async () => {
    const to = (blockNumber: number) => ({
      forking: { jsonRpcUrl: 'http://127.0.0.1:9', blockNumber },
    })
    await ask({ ...online, witness: folder }, [['hardhat_reset', { forking: { blockNumber: 20 } }]])
    const answers = await ask({ ...offline(), block: PIN }, [
      ['hardhat_reset', to(20)],
      ['eth_blockNumber'],
      ['hardhat_reset', to(21)],
      ['eth_blockNumber'],
    ])
    expect(answers.slice(0, 4)).toEqual([
      true,
      '0x14',
      { error: expect.stringContaining('21') },
      '0x14',
    ])
  })

  it('refuses a transaction that needs what is missing, and mines others', async () => {
    await ask({ ...online, witness: folder }, [...questions, ['evm_mine']])
    // Empties a slot that nobody has read.
    const code = '0x5f61123455'
    const [, , refused, head, pool, accepted] = await ask(offline(), [
      ['anvil_setBalance', from, '0x56bc75e2d63100000'],
      ['anvil_setCode', token, code],
      ['eth_sendTransaction', { from, to: token, gas: '0x30d40' }],
      ['eth_blockNumber'],
      ['txpool_status'],
      ['eth_sendTransaction', { from, to: from }],
    ])
    expect(refused).toEqual({
      error: expect.stringContaining(`slot 0x1234 of account ${token} (state after`),
    })
    expect(head).toBe(`0x${PIN.toString(16)}`)
    expect(pool).toEqual({ pending: '0x0', queued: '0x0' })
    expect(accepted).toMatch(/^0x\w{64}$/)
  })

  it.each(['prefer', 'off'] as const)('takes no code for none: proofs %s', async (proofs) => {
    await ask({ ...online, witness: folder, proofs }, questions)
    rmSync(join(folder, 'codes'), { recursive: true })
    const answers = await ask(offline(), questions.slice(0, 2))
    expect(answers.slice(0, 2)).toEqual([
      { error: expect.stringContaining(`account ${token} (state after block`) },
      toQuantity((await network.account(owner as Hex, { at: PIN })).balance),
    ])
  })

  it('mines what was sent beside a transaction that needs what is missing', async () => {
    await ask({ ...online, witness: folder }, [...questions, ['evm_mine']])
    const answers = await ask(offline(), [
      ['anvil_setBalance', from, '0x56bc75e2d63100000'],
      ['anvil_setCode', token, '0x5f61123455'],
      ['anvil_impersonateAccount', owner],
      ['evm_setAutomine', false],
      ['eth_sendTransaction', { from, to: token, gas: '0x30d40', gasPrice: '0x2540be400' }],
      ['eth_sendTransaction', { from: owner, to: from, gasPrice: '0x165a0bc00' }],
      ['evm_mine'],
      ['txpool_status'],
      ['eth_getBlockByNumber', 'latest', false],
    ])
    const [left, block] = answers.slice(7)
    expect(left).toEqual({ pending: '0x0', queued: '0x0' })
    expect(block).toMatchObject({ transactions: [answers[5]] })
  })

  it('chooses among several pinned blocks, and says which there are', async () => {
    await expect(createFork(offline())).rejects.toThrow(
      `witness: ${folder} has no pinned block: fork a network with it first, without offline`,
    )
    for (const block of [PIN, 36]) await createFork({ ...online, block, witness: folder })
    const [first, second] = [36, PIN].map((at) => `${at} (${network.blockByNumber(at)?.hash})`)
    await expect(createFork(offline())).rejects.toThrow(
      `block: ${folder} has several pinned blocks, choose one: ${first}, ${second}`,
    )
    await expect(createFork({ ...offline(), block: 7 })).rejects.toThrow(
      `block: ${folder} has no pinned block 7, but ${first}, ${second}`,
    )
    expect((await createFork({ ...offline(), block: 36 })).head.header.number).toBe(36)
    const { hash } = network.blockByNumber(PIN) as Block
    expect((await createFork({ ...offline(), block: hash })).head.header.number).toBe(PIN)
  })

  it.each(['prefer', 'off'] as const)(
    'refuses a node of another network with the same chain id: proofs %s',
    async (proofs) => {
      await ask({ ...online, witness: folder, proofs }, [])
      const chain = await createChain({ seed: 'another', blocks: 48, preset: 'latest' })
      const another = await serve(chain, { port: 0 })
      servers.push(another)
      const { hash } = network.blockByNumber(PIN) as Block
      await expect(createFork({ ...online, rpc: another.url, witness: folder })).rejects.toThrow(
        `rpc: the node does not have block ${PIN}, ${hash}`,
      )
    },
  )

  it('needs a witness, and keeps how its states are read', async () => {
    await expect(createFork({ offline: true })).rejects.toThrow(
      'offline: it needs a witness (witness: FOLDER), which is read instead',
    )
    const transaction = `0x${'12'.repeat(32)}` as const
    await expect(createFork({ rpc: node.url, transaction, witness: folder })).rejects.toThrow(
      'transaction: it cannot be combined with witness',
    )
    const proof = [['eth_getProof', owner, [], 'latest']] as const
    const [turnedOff] = await ask({ ...online, witness: folder, proofs: 'off' }, proof)
    const without = 'a forked chain does not have proofs, because'
    expect(turnedOff).toEqual({
      error: expect.stringContaining(`${without} they are turned off (proofs: off)`),
    })
    const [offlineProof] = await ask(offline(), proof)
    expect(offlineProof).toEqual({
      error: expect.stringContaining(`${without} ${folder} has none of this block`),
    })
    const chain = await createFork(offline())
    expect(chain.forkedFrom).toMatchObject({
      nodes: [],
      witness: { folder, isOffline: true },
      unprovenBecause: `${folder} has no proofs of it`,
    })
    await expect(createFork({ ...online, witness: folder, proofs: 'require' })).rejects.toThrow(
      `proofs: ${folder} has block ${PIN} without proofs`,
    )
  })

  it('refuses pinned blocks with strange rules, by file and line', async () => {
    await ask({ ...online, witness: folder }, [])
    const file = join(folder, 'witness.txt')
    const text = readFileSync(file, 'utf8')
    const lines = text.split('\n')
    const index = lines.findIndex((line) => line.startsWith('pin '))
    const line = lines[index] as string
    const { rules } = JSON.parse(line.slice(line.indexOf('{')))
    const [first, ...later] = rules.forks
    for (const [strange, problem] of [
      [{}, 'rules: it is missing; want an object of chainId, forks'],
      [{ rules: null }, 'rules: null is not an object of chainId, forks'],
      [{ rules: { ...rules, chainId: '1337' } }, "rules.chainId: '1337' is not a whole number"],
      [{ rules: { ...rules, forks: 'x' } }, "rules.forks: 'x' is not a list of at least one"],
      [{ rules: { ...rules, forks: [] } }, 'rules.forks: an empty list is not a list of at least'],
      [{ rules: { ...rules, forks: later } }, 'rules.forks[0].name: want chainstart'],
      [
        { rules: { ...rules, forks: [{ name: 'none', at: { block: 0 } }] } },
        "rules.forks[0].name: 'none' is none",
      ],
      [{ rules: { ...rules, forks: [{ name: first.name }] } }, 'rules.forks[0].at: '],
      [
        { rules: { ...rules, forks: [{ ...first, at: { timestamp: 0 } }] } },
        'rules.forks[0].at: chainstart activates with a block',
      ],
      [{ rules: { ...rules, depositContract: 5 } }, 'rules.depositContract: 5 is not an address'],
    ] as const) {
      const damaged = `${line.slice(0, line.indexOf('{'))}${JSON.stringify(strange)}`
      writeFileSync(file, text.replace(line, damaged))
      await expect(createFork(offline())).rejects.toThrow(
        `${file}: line ${index + 1}: pin ${PIN}: ${problem}`,
      )
    }
  })

  it('refuses a folder that is damaged', async () => {
    await ask({ ...online, witness: folder }, questions)
    const [nodes] = filesIn(folder).filter((path) => path.startsWith('nodes/'))
    const path = join(folder, nodes as string)
    const bytes = readFileSync(path)
    bytes[bytes.length - 1] = (bytes.at(-1) as number) ^ 1
    writeFileSync(path, bytes)
    await expect(createFork(offline())).rejects.toThrow(
      `${path}: it is damaged: the file does not have the digest that is its name`,
    )
    rmSync(path)
    await expect(createFork(offline())).rejects.toThrow(`${path}: there is no such file`)
    writeFileSync(join(folder, 'witness.txt'), '# ommer fork witness 1\n<<<<<<< HEAD\n')
    await expect(createFork(offline())).rejects.toThrow(
      `${join(folder, 'witness.txt')}: line 2: it is no item: <<<<<<< HEAD`,
    )
  })
})

describe('a folder', () => {
  const offline = () => ({ witness: folder, offline: true, spec }) as const
  const path = (number: number) =>
    join(folder, 'blocks', `${network.blockByNumber(number)?.hash}.json`)
  const rewrite = (file: string, change: (text: string) => string) =>
    writeFileSync(file, change(readFileSync(file, 'utf8')))

  it('keeps the blocks of several networks apart', async () => {
    const chain = await createChain({ seed: 'another', blocks: 40, preset: 'latest' })
    const second = await serve(chain, { port: 0 })
    const block = ['eth_getBlockByNumber', '0x21', false] as const
    await ask({ ...online, rpc: second.url, block: 36, witness: folder }, [block])
    await second.close()
    const { hash } = network.blockByNumber(33) as Block
    const [found] = await ask({ ...online, witness: folder }, [block])
    expect(found).toMatchObject({ hash })
    const byHash = ['eth_getBlockByHash', hash, false] as const
    const again = await ask({ ...offline(), block: PIN }, [block, byHash])
    expect(again.slice(0, 2)).toEqual([found, found])
    const [other] = await ask({ ...offline(), block: 36 }, [block])
    expect(other).toMatchObject({ hash: chain.blockByNumber(33)?.hash })
  })

  it.each([
    ['is cut off', (text: string) => text.slice(0, 9), 'it is not JSON'],
    ['is no block', () => 'null', 'it is not block 33'],
    [
      'is another block',
      () => readFileSync(path(34), 'utf8'),
      'it is not block 33: block 33: it has the number 34',
    ],
  ])('names the file of a block that %s', async (_, change, problem) => {
    const block = ['eth_getBlockByNumber', '0x21', false] as const
    await ask({ ...online, witness: folder }, [block, ['eth_getBlockByNumber', '0x22', false]])
    rewrite(path(33), change)
    const [answer] = await ask(offline(), [block])
    expect(answer).toEqual({ error: expect.stringContaining(`${path(33)}: ${problem}`) })
  })

  it('names damaged code, also to a contract that ignores failures', async () => {
    // Calls the token, and returns normally whatever happens.
    const caller = `0x${'cc'.repeat(20)}`
    const code = `0x5f5f5f5f73${token.slice(2)}5afa005b`
    const prepare = [
      ['anvil_setBalance', from, '0x56bc75e2d63100000'],
      ['anvil_setCode', caller, code],
    ] as const
    const call = { from, to: caller, gas: '0x186a0' }
    const looped = `0x6127105b60019003806003575f5f5f5f73${token.slice(2)}5afa00`
    const steps = [
      ...prepare,
      ['eth_call', call, 'latest'],
      ['eth_sendTransaction', call],
      ['anvil_setCode', caller, looped],
      ['eth_call', { ...call, gas: '0x1000000' }, 'latest'],
      ['txpool_status'],
    ] as const
    const before = await ask({ ...online, witness: folder }, [...steps, ['evm_mine']])
    expect(before.filter((answer) => Object(answer).error)).toEqual([])
    const line = new RegExp(`^account .* ${token} .* 0x(.*)$`, 'm')
    const [, hash = ''] = line.exec(readFileSync(join(folder, 'witness.txt'), 'utf8')) ?? []
    writeFileSync(join(folder, 'codes', hash), 'x')
    const answers = await ask(offline(), steps)
    const problem = /codes\/\w{64}: it is damaged: .* run the same with a node, which replaces it$/
    const damaged = { error: expect.stringMatching(problem) }
    expect([answers[2], answers[3], answers[5]]).toEqual([damaged, damaged, damaged])
    expect(answers[6]).toEqual({ pending: '0x0', queued: '0x0' })
  })

  it('gets files again that it has lost', async () => {
    await ask({ ...online, witness: folder }, questions)
    const before = contentsOf(folder)
    for (const kind of ['blocks', 'codes']) {
      for (const name of filesIn(folder).filter((each) => each.startsWith(`${kind}/`))) {
        if (!name.includes(network.blockByNumber(PIN)?.hash as string)) rmSync(join(folder, name))
      }
    }
    await ask({ ...online, witness: folder }, questions)
    expect(contentsOf(folder)).toEqual(before)
  })

  it.each(['prefer', 'off'] as const)('replaces damaged code: proofs %s', async (proofs) => {
    await ask({ ...online, proofs, witness: folder }, questions)
    const before = contentsOf(folder)
    for (const name of filesIn(folder).filter((each) => each.startsWith('codes/'))) {
      writeFileSync(join(folder, name), 'x')
    }
    const answers = await ask({ ...online, proofs, witness: folder }, questions)
    expect(answers.filter((answer) => Object(answer).error)).toEqual([])
    expect(contentsOf(folder)).toEqual(before)
  })

  it('is not begun anew when somebody removes it', async () => {
    const chain = await createFork({ ...online, witness: folder })
    rmSync(folder, { recursive: true })
    await chain.account(from)
    expect(() => chain.saveWitness()).toThrow(
      `${folder}: it was removed while a fork was using it: start again`,
    )
    expect(filesIn(join(folder, '..'))).toEqual([])
  })

  it('is united with others without what a killed process has left, and not if a file is damaged', async () => {
    await ask({ ...online, witness: folder }, questions)
    const whole = contentsOf(folder)
    writeFileSync(`${path(33)}.new`, '{')
    await mergeWitnesses([folder], `${folder}-into`)
    expect(contentsOf(`${folder}-into`)).toEqual(whole)
    rewrite(path(33), (text) => text.slice(0, 100))
    await expect(mergeWitnesses([folder], `${folder}-into`)).rejects.toThrow(
      `${path(33)}: it is damaged: its content does not have the hash in its name`,
    )
    expect(contentsOf(`${folder}-into`)).toEqual(whole)
  })
})

async function headerOf(number: number): Promise<Uint8Array> {
  const block = network.tree.byNumber(number)
  return encodeRlp((RLP.decode(block?.rlp) as Uint8Array[][])[0] as Uint8Array[])
}
