import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it, onTestFinished } from 'vitest'
import { createChain } from '../../../src/chain/createChain.ts'
import { executeBlock } from '../../../src/chain/execution/executeBlock.ts'
import { createFork } from '../../../src/createFork.ts'
import type { ForkOptions } from '../../../src/fork/forkOptions.ts'
import { mergeWitnesses } from '../../../src/fork/witness/mergeWitnesses.ts'
import { fromHex, type Hex, toHex, toQuantity, toWord } from '../../../src/primitives/hex.ts'
import { keccak256 } from '../../../src/primitives/keccak.ts'
import { afterMisses } from '../../../src/primitives/miss.ts'
import { serve } from '../../../src/serve.ts'
import type { Server } from '../../../src/server/serve.ts'
import { callMethod } from '../../support/callMethod.ts'
import { fakeClock } from '../../support/fakeClock.ts'
import { type FaultyNode, startFaultyNode } from '../../support/faultyNode.ts'
import { hasRedis, RedisServer } from '../../support/group/redisServer.ts'
import { type Group, keyOf, startServer } from '../../support/group/runningGroup.ts'
import { rpcFault } from '../../support/rpcFault.ts'
import { killRemaining } from '../../support/runCli.ts'
import { runCliInProcess } from '../../support/runCliInProcess.ts'
import { MNEMONIC, owner } from '../../support/swapNetwork.ts'
import { temporaryFolder } from '../../support/temporaryFolder.ts'

/** Empties the slot that a call names. */
const CODE = '0x5f5f355500'
const contract = `0x${'c0'.repeat(20)}` as const

const network = await serve(
  await createChain({ blocks: 0, preset: 'latest', mnemonic: MNEMONIC }),
  { port: 0, dev: true },
)
afterAll(() => network.close())
afterAll(killRemaining)
await network.setCode(contract, CODE)

const hashes = Array.from({ length: 60_000 }, (_, slot) => ({
  slot,
  hash: Buffer.from(keccak256(fromHex(toWord(slot)))).toString('hex'),
})).toSorted((one, other) => (one.hash < other.hash ? -1 : 1))

/** Neighbours whose hashes begin with as many equal nibbles, and not more; the first nibble is their number. */
function neighbours(count: number): readonly [number, number] {
  for (const [index, { slot, hash }] of hashes.entries()) {
    if (hash[0] !== count.toString(16)) continue
    const next = hashes[index + 1]
    const isNear = next?.hash.slice(0, count) === hash.slice(0, count)
    if (next && isNear && next.hash[count] !== hash[count]) return [slot, next.slot]
  }
  throw new Error(`no slots share ${count} nibbles`)
}

const ask = (method: string, ...params: readonly unknown[]) =>
  network.request({ method, params } as never) as Promise<never>

const folder = temporaryFolder()

/** Where the sibling of the removed slot is, by how many nibbles lead to it. */
const atDepth = new Map(
  await Promise.all(
    [3, 4, 7].map(async (depth) => {
      const [slot, beside] = neighbours(depth - 1)
      for (const each of [slot, beside]) await network.setStorageAt(contract, BigInt(each), 7n)
      return [depth, { slot, beside }] as const
    }),
  ),
)
await ask('evm_mine')

/** A node of the network, the block before that in which it has removed a slot, and the bytes of that one. */
async function nodeBefore(depth: number) {
  const { slot = 0, beside = 0 } = atDepth.get(depth) ?? {}
  await network.setStorageAt(contract, BigInt(slot), 7n)
  await ask('evm_mine')
  const { number: pin } = network.head
  await ask('eth_sendTransaction', removalOf(slot))
  const rlp = fromHex(await ask('debug_getRawBlock', toQuantity(pin + 1)))
  const node = await startFaultyNode(network.url)
  onTestFinished(() => node.close())
  return { node, slot, beside, pin, rlp }
}

/** A fork of the block before that in which the network has removed a slot, and the bytes of that block. */
async function forkBefore(depth: number, fault: FaultyNode['fault'] = () => undefined) {
  const { node, slot, pin, rlp } = await nodeBefore(depth)
  node.fault = fault
  const spec = { mnemonic: MNEMONIC }
  const chain = await createFork({ rpc: node.url, block: pin, clock: fakeClock(), spec })
  const count = (name: string) => node.asked.filter(({ method }) => method === name).length
  return { chain, rlp, slot, count }
}

function removalOf(slot: number) {
  return { from: owner, to: contract, data: toWord(slot), gas: '0x30d40' }
}

/** Executes the block of the network on the fork, which refuses it unless its state root follows. */
async function remove(depth: number, fault?: FaultyNode['fault']) {
  const { chain, rlp, count } = await forkBefore(depth, fault)
  const { archive, engines } = await chain.blockFactory()
  const { sealed } = await afterMisses(async () =>
    executeBlock(engines, await archive.get(chain.tree.head), rlp),
  )
  expect(sealed.irregularity).toBeUndefined()
  return { hash: sealed.hash, ranges: count('debug_storageRangeAt'), proofs: count('eth_getProof') }
}

/** Removes the slot in a block that is mined on the fork. */
async function flagsOf(depth: number, fault: FaultyNode['fault']) {
  const { chain, slot, count } = await forkBefore(depth, fault)
  const server = await serve(chain, { port: 0, dev: true })
  onTestFinished(() => server.close())
  await server.request({ method: 'eth_sendTransaction', params: [removalOf(slot)] } as never)
  return { reasons: server.irregular?.reasons, ranges: count('debug_storageRangeAt') }
}

const refuse: FaultyNode['fault'] = ({ method, id }) =>
  method === 'debug_storageRangeAt'
    ? { body: JSON.stringify({ jsonrpc: '2.0', id, error: { code: -32601, message: 'no' } }) }
    : undefined

/** Each is below the wanted node, so all of them would be hashed. */
function withManySlots(answer: string): string {
  const [, key = '', slot = ''] = /"storage":\{"(0x\w{64})":(\{.*?\})/.exec(answer) ?? []
  const slots = Array.from({ length: 300 }, (_, index) => {
    const name = `${key.slice(0, 34)}${index.toString(16).padStart(32, '0')}`
    return `"${name}":${slot}`
  })
  return answer.replace(/"storage":\{/, `$&${slots.join(',')},`)
}

describe('a slot whose neighbour no proof has shown', () => {
  it('is removed with what the node lists, however deep', async () => {
    const { hash, ranges } = await remove(7)
    expect([hash, ranges]).toEqual([network.head.hash, 1])
  })

  it('is removed with a proof if it is near the root', async () => {
    const { hash, ranges } = await remove(3)
    expect([hash, ranges]).toEqual([network.head.hash, 0])
  })

  it('is removed with a proof if the node lists nothing', async () => {
    const listed = await remove(4)
    const { hash, ranges, proofs } = await remove(4, refuse)
    expect([hash, listed.ranges, ranges]).toEqual([network.head.hash, 1, 1])
    expect(proofs).toBeGreaterThan(listed.proofs)
  })

  it('leaves a flag if it is too deep for that', async () => {
    expect(await flagsOf(7, refuse)).toEqual({ reasons: ['stateRoot'], ranges: 1 })
  })

  it('leaves a flag if it is emptied by hand', async () => {
    const { chain, slot } = await forkBefore(7, refuse)
    const server = await serve(chain, { port: 0, dev: true })
    onTestFinished(() => server.close())
    await server.setBalance(owner, 1n)
    expect(server.irregular?.reasons).toEqual(['state'])
    await server.setStorageAt(contract, BigInt(slot), 0n)
    await server.mine()
    expect(server.irregular?.reasons).toEqual(['state', 'stateRoot'])
  })

  it.each([
    ['a page of a gateway', { status: 403, body: '<html>no</html>' }],
    ['more slots than were asked for', { change: withManySlots }],
  ])('is removed with a proof if the node answers with %s', async (_, fault) => {
    const { hash, ranges } = await remove(4, ({ method }) =>
      method === 'debug_storageRangeAt' ? fault : undefined,
    )
    expect([hash, ranges]).toEqual([network.head.hash, 1])
  })

  it.each([
    ['another value', (text: string) => text.replaceAll(/0007"/g, '0008"')],
    [
      'more bytes than all slots take',
      (text: string) => text.replace('"storage":', `"more":"${'x'.repeat(2 ** 18)}",$&`),
    ],
    ['no slot', (text: string) => text.replace(/"storage":\{.*?\}\}/, '"storage":null')],
    ['nonsense', (text: string) => text.replace(/"storage":\{.*?\}\}/, '"storage":{"0x1":[]}')],
  ])('is not removed with %s that the node lists', async (_, change) => {
    const fault: FaultyNode['fault'] = ({ method }) =>
      method === 'debug_storageRangeAt' ? { change } : undefined
    expect(await flagsOf(7, fault)).toEqual({ reasons: ['stateRoot'], ranges: 1 })
  })
})

it('computes a state again without nodes that the block has not needed', async () => {
  // Sets the slot that a call names first, and empties the one that it names then.
  const other = `0x${'c1'.repeat(20)}` as const
  await network.setCode(other, '0x60015f35555f6020355500')
  const inNibble = (nibble: string) => hashes.filter(({ hash }) => hash.startsWith(nibble))
  const [removed, kept, added] = ['10', '18', '1f'].map((start) => inNibble(start)[0]?.slot ?? 0)
  for (const slot of [removed, kept, inNibble('2')[0]?.slot, inNibble('3')[0]?.slot]) {
    await network.setStorageAt(other, BigInt(slot ?? 0), 7n)
  }
  await ask('evm_mine')
  const node = await startFaultyNode(network.url)
  onTestFinished(() => node.close())
  node.fault = refuse
  const spec = { mnemonic: MNEMONIC }
  const chain = await createFork({ rpc: node.url, block: network.head.number, spec })
  const [from] = chain.accounts
  const { number } = chain.tree.head
  const data = `${toWord(added ?? 0)}${toWord(removed ?? 0).slice(2)}` as const
  await chain.build(1, (block) =>
    block.add({ from: from as never, to: other, data, gas: 100_000n }),
  )
  chain.keepStates(1)
  await chain.build(200, () => {})
  const { balance } = await chain.account(owner, { at: number + 1 })
  expect(balance).toBeGreaterThan(0n)
  expect(node.asked.filter(({ method }) => method === 'debug_storageRangeAt')).toEqual([])
})

/** Reads the slot that a call names first, and empties the one that it names then. */
const READING = '0x5f35545f6020355500'

const payloadAttributes = {
  timestamp: '0xffffffff',
  prevRandao: toWord(1),
  suggestedFeeRecipient: owner,
  withdrawals: [],
  parentBeaconBlockRoot: toWord(2),
}
const fees = { maxFeePerGas: '0x174876e800', maxPriorityFeePerGas: '0x1' }

/** A node without ranges of a contract with slots whose neighbours are deep, and what sends a call to it. */
async function startReading(address: Hex) {
  const { slot, beside } = atDepth.get(7) as { readonly slot: number; readonly beside: number }
  await network.setCode(address, READING)
  for (const each of [slot, beside]) await network.setStorageAt(address, BigInt(each), 7n)
  await ask('evm_mine')
  const node = await startFaultyNode(network.url)
  onTestFinished(() => node.close())
  node.fault = refuse
  const send = (server: Server, read: number, emptied: number) => {
    const data = `${toWord(read)}${toWord(emptied).slice(2)}`
    const params = [{ from: owner, to: address, data, gas: '0x30d40' }]
    return server.request({ method: 'eth_sendTransaction', params } as never)
  }
  return { node, slot, beside, send }
}

it('computes the same state again where a block has read a neighbour that was lost', async () => {
  const address = `0x${'c2'.repeat(20)}` as const
  const { node, slot, beside, send } = await startReading(address)
  const spec = { mnemonic: MNEMONIC }
  const server = await serve(await createFork({ rpc: node.url, block: 'latest', spec }), {
    port: 0,
    dev: true,
  })
  onTestFinished(() => server.close())
  const request = (method: string, ...params: unknown[]) =>
    server.request({ method, params }) as Promise<never>
  const before = await server.snapshot()
  await send(server, 0, slot)
  await server.revert(before)
  await send(server, beside, slot)
  expect(server.irregular?.reasons).toEqual(['stateRoot'])
  const at = toQuantity(server.head.number)
  const { stateRoot } = await request('eth_getBlockByNumber', at, false)
  await send(server, 0, beside)
  await server.mine(300)
  const { accountProof } = await request('eth_getProof', address, [], at)
  expect(toHex(keccak256(fromHex(accountProof[0])))).toBe(stateRoot)
})

it('leads to the same block offline, whichever earlier block has lost the neighbour', async () => {
  const address = `0x${'c3'.repeat(20)}` as const
  const { node, slot, send } = await startReading(address)
  await send(network, 0, slot)
  const removed = toQuantity(network.head.number)
  await network.mine(1)
  await network.setStorageAt(address, BigInt(slot), 7n)
  await network.mine(2)
  const options = {
    block: network.head.number,
    spec: { mnemonic: MNEMONIC },
    witness: join(folder, 'earlier'),
    clock: fakeClock(),
  }
  const run = async (more: Partial<ForkOptions>, wanted: readonly string[]) => {
    const server = await serve(await createFork({ ...options, ...more }), { port: 0, dev: true })
    onTestFinished(() => server.close())
    for (const method of wanted) {
      await expect(server.request({ method, params: [removed] } as never)).rejects.toThrow(
        'a forked chain does not have the trie node beside a deleted value',
      )
    }
    await send(server, 0, slot)
    await server.close()
    return [server.head.hash, server.irregular?.reasons]
  }
  const online = await run({ rpc: node.url }, ['debug_executionWitness'])
  expect(online[1]).toEqual(['stateRoot'])
  expect(await run({ offline: true }, [])).toEqual(online)
  expect(await run({ offline: true }, ['debug_executionWitness'])).toEqual(online)
})

it('refuses state roots of a block of the network that follow from a lost node', async () => {
  const address = `0x${'c4'.repeat(20)}` as const
  const { node, slot, send } = await startReading(address)
  await send(network, 0, slot)
  const { hash } = network.head
  await network.mine(1)
  const roots = async (proofs: ForkOptions['proofs']) => {
    const chain = await createFork({ rpc: node.url, block: network.head.number, proofs })
    const server = await serve(chain, { port: 0 })
    onTestFinished(() => server.close())
    return server.request({ method: 'debug_intermediateRoots', params: [hash] } as never)
  }
  const problem = 'a forked chain does not have state roots of this block'
  await expect(roots('require')).rejects.toThrow(problem)
  await expect(roots('off')).rejects.toThrow(problem)
  node.fault = () => undefined
  expect(await roots('require')).toEqual(await ask('debug_intermediateRoots', hash))
})

it('refuses state roots, witnesses and payloads of the blocks after a lost node', async () => {
  const address = `0x${'c5'.repeat(20)}` as const
  const { node, slot, send } = await startReading(address)
  const chain = await createFork({ rpc: node.url, block: 'latest', spec: { mnemonic: MNEMONIC } })
  const server = await serve(chain, { port: 0, dev: true })
  onTestFinished(() => server.close())
  const request = (method: string, ...params: unknown[]) =>
    server.request({ method, params } as never) as Promise<never>
  const requireRefused = (method: string, ...params: unknown[]) =>
    expect(request(method, ...params)).rejects.toMatchObject({ data: { code: 'PARTLY_UNKNOWN' } })
  const build = (raw: readonly Hex[]) =>
    requireRefused('testing_buildBlockV1', server.head.hash, payloadAttributes, raw)
  const data = `${toWord(0)}${toWord(slot).slice(2)}`
  const transaction = { from: owner, to: address, data, gas: '0x30d40' }
  const nonce = await request('eth_getTransactionCount', owner, 'latest')
  const { raw } = await request('eth_signTransaction', { ...transaction, ...fees, nonce })
  await build([raw])
  for (const emptied of [slot, 0]) {
    await send(server, 0, emptied)
    expect(server.irregular?.reasons).toEqual(['stateRoot'])
    await requireRefused('debug_intermediateRoots', server.head.hash)
    await requireRefused('debug_executionWitness', toQuantity(server.head.number))
    await build([])
  }
})

describe('a node that does not list slots now', () => {
  const [journals, witnesses] = [temporaryFolder(), temporaryFolder()]

  /** Forks before the removal of a slot beside a deep one, and removes it as often as the test wants. */
  async function start(name: string, given: { journal?: boolean; witness?: boolean } = {}) {
    const { node, slot, beside, pin } = await nodeBefore(7)
    const journal = given.journal ? join(journals, name) : undefined
    const witness = given.witness ? join(witnesses, name) : undefined
    const spec = { mnemonic: MNEMONIC }
    const serveFork = async (more: Partial<ForkOptions> & { journal?: string } = {}) => {
      const { journal: chosen = journal, ...others } = more
      const options = { rpc: node.url, block: pin, clock: fakeClock(), spec, witness, ...others }
      const server = await serve(await createFork(options), { port: 0, dev: true, journal: chosen })
      onTestFinished(() => server.close())
      return server
    }
    const serveOffline = (more: { journal?: string } = {}) =>
      serveFork({ rpc: undefined, offline: true, block: undefined, ...more })
    const readBeside = (server: Server) => {
      const params = [contract, toWord(beside), 'latest']
      return server.request({ method: 'eth_getStorageAt', params } as never)
    }
    const send = (server: Server) =>
      server.request({ method: 'eth_sendTransaction', params: [removalOf(slot)] } as never)
    const count = () => node.asked.filter(({ method }) => method === RANGES).length
    return { node, slot, beside, witness, serveFork, serveOffline, readBeside, send, count }
  }

  /** What servers in processes of their own are started with, and two endpoints, one for each of two workers. */
  async function startKeys(name: string) {
    const { node, slot, beside, pin } = await nodeBefore(7)
    node.fault = onRanges(-32601, 'no such method')
    const args = ['--dev', '--dialect', 'infura', '--any-key', '--api-key', 'dev']
    args.push('--fork-url', node.url, '--fork-block', String(pin))
    const keys = [keyOf(0, name), keyOf(1, name)] as const
    const ask = async ({ address }: Group, key: string, method: string, ...params: unknown[]) =>
      Object(await callMethod(`http://${address}/v3/${key}`, method, ...params))
    const sendTo = (group: Group, key: string, value = 0n) =>
      ask(group, key, 'eth_sendTransaction', { ...removalOf(slot), value: toQuantity(value) })
    const readAt = (group: Group, key: string) =>
      ask(group, key, 'eth_getStorageAt', contract, toWord(beside), 'latest')
    const headOf = async (group: Group, key: string) => {
      const { number, hash, stateRoot } = await ask(
        group,
        key,
        'eth_getBlockByNumber',
        'latest',
        false,
      )
      return { number, hash, stateRoot }
    }
    return { args, node, keys, sendTo, readAt, headOf }
  }

  const RANGES = 'debug_storageRangeAt'
  const onRanges =
    (code: number, message: string): FaultyNode['fault'] =>
    (asked) =>
      asked.method === RANGES ? rpcFault(asked, code, message) : undefined

  it.each([
    [-32603, 'Internal error'],
    [-32000, 'block not found'],
    [-32007, 'request limit reached'],
  ])('is asked again the next time: error %i, %s', async (code, message) => {
    const { node, serveFork, send, count } = await start(`passing${code}`, { witness: true })
    const server = await serveFork()
    node.fault = onRanges(code, message)
    await expect(send(server)).rejects.toThrow(`error ${code}: ${message}`)
    node.fault = () => undefined
    await send(server)
    expect([server.irregular, count()]).toEqual([undefined, 2])
    await server.close()
    // Nor does the folder say that nobody can read it.
    const again = await serveFork()
    await send(again)
    expect([again.irregular, again.head.hash]).toEqual([undefined, server.head.hash])
  })

  it('leads to the same block again, once it lists them', async () => {
    const { node, serveFork, send, count } = await start('lost', { journal: true })
    const server = await serveFork()
    node.fault = onRanges(-32601, 'no such method')
    await send(server)
    await server.mine(2)
    const { hash } = server.head
    expect(server.irregular?.reasons).toEqual(['stateRoot'])
    await server.close()
    node.fault = () => undefined
    for (let restart = 0; restart < 2; restart++) {
      const again = await serveFork()
      expect([again.head.hash, again.irregular?.reasons]).toEqual([hash, ['stateRoot']])
      await again.close()
    }
    expect(count()).toBe(1)
  })

  it('leaves nothing where both are removed, although the neighbour was lost before', async () => {
    const { node, slot, beside, serveFork, send } = await start('both')
    await ask('eth_sendTransaction', removalOf(beside))
    const { storageHash } = await ask('eth_getProof', contract, [], 'latest')
    await network.setStorageAt(contract, BigInt(beside), 7n)
    await ask('evm_mine')
    const server = await serveFork()
    node.fault = onRanges(-32601, 'no such method')
    const before = await server.snapshot()
    await send(server)
    expect(server.irregular?.reasons).toEqual(['stateRoot'])
    await server.revert(before)
    const request = (method: string, ...params: unknown[]) =>
      server.request({ method, params }) as Promise<{ readonly storageHash: string }>
    await request('evm_setAutomine', false)
    for (const each of [slot, beside]) await request('eth_sendTransaction', removalOf(each))
    await server.mine()
    const proof = await request('eth_getProof', contract, [], 'latest')
    expect([proof.storageHash, server.irregular]).toEqual([storageHash, undefined])
  })

  it('leads to the same block again, although the neighbour was read later', async () => {
    const forked = await start('read', { journal: true })
    const { node, slot, readBeside, serveFork, send } = forked
    const server = await serveFork()
    node.fault = onRanges(-32601, 'no such method')
    await send(server)
    expect(await readBeside(server)).toBe(toWord(7))
    await server.setStorageAt(contract, BigInt(slot), 7n)
    await send(server)
    const { hash } = server.head
    await server.close()
    const again = await serveFork()
    expect(again.head.hash).toBe(hash)
  })

  it('leads to the same block again, which a client had made possible by what it read', async () => {
    const { node, readBeside, serveFork, send } = await start('chance', { journal: true })
    node.fault = onRanges(-32601, 'no such method')
    const server = await serveFork()
    await readBeside(server)
    await send(server)
    expect(server.irregular).toBeUndefined()
    const { hash } = server.head
    await server.close()
    const again = await serveFork()
    expect([again.head.hash, again.irregular]).toEqual([hash, undefined])
    await again.mine()
    await again.close()
    // What the first entry has is in no later one.
    const journal = readFileSync(join(journals, 'chance'), 'utf8')
    expect(journal.match(/"found":/g)).toHaveLength(1)
  })

  it('leads to the same block offline, although the neighbour was read later', async () => {
    const forked = await start('later', { witness: true })
    const { node, witness = '', serveFork, serveOffline, readBeside, send } = forked
    node.fault = onRanges(-32601, 'no such method')
    const server = await serveFork()
    await send(server)
    await readBeside(server)
    const { hash } = server.head
    await server.close()
    await mergeWitnesses([witness], witness)
    const offline = await serveOffline()
    await send(offline)
    expect([offline.head.hash, offline.irregular?.reasons]).toEqual([hash, ['stateRoot']])
  })

  it('does not lead to an uncertain root offline if another process has read it', async () => {
    const forked = await start('shared', { witness: true })
    const { node, serveFork, serveOffline, readBeside, send } = forked
    node.fault = onRanges(-32601, 'no such method')
    const [one, other] = [await serveFork(), await serveFork()]
    await send(one)
    await readBeside(other)
    await send(other)
    expect([one.irregular?.reasons, other.irregular]).toEqual([['stateRoot'], undefined])
    await one.close()
    await other.close()
    const offline = await serveOffline()
    await send(offline)
    expect([offline.head.hash, offline.irregular]).toEqual([other.head.hash, undefined])
  })

  it('leads to the same block again, although the folder of another run has lost it', async () => {
    const forked = await start('mixed', { journal: true, witness: true })
    const { node, serveFork, readBeside, send } = forked
    node.fault = onRanges(-32601, 'no such method')
    const losing = await serveFork({ journal: join(journals, 'losing') })
    await send(losing)
    expect(losing.irregular?.reasons).toEqual(['stateRoot'])
    await losing.close()
    const server = await serveFork({ witness: undefined })
    await readBeside(server)
    await send(server)
    const { hash } = server.head
    await server.close()
    for (let restart = 0; restart < 2; restart++) {
      const again = await serveFork()
      expect([again.head.hash, again.irregular]).toEqual([hash, undefined])
      await again.close()
    }
  })

  it('leads to the same block again without the folder', async () => {
    const forked = await start('without', { journal: true, witness: true })
    const { node, serveFork, readBeside, send } = forked
    node.fault = onRanges(-32601, 'no such method')
    const server = await serveFork()
    await readBeside(server)
    await send(server)
    const { hash } = server.head
    await server.close()
    const again = await serveFork({ witness: undefined })
    expect([again.head.hash, again.irregular]).toEqual([hash, undefined])
  })

  it('is lost in a folder, too, that was begun with the journal', async () => {
    const forked = await start('begun', { journal: true, witness: true })
    const { node, serveFork, serveOffline, send } = forked
    node.fault = onRanges(-32601, 'no such method')
    const server = await serveFork({ witness: undefined })
    await send(server)
    const { hash } = server.head
    await server.close()
    await (await serveFork()).close()
    const offline = await serveOffline({ journal: join(journals, 'none') })
    await send(offline)
    expect([offline.head.hash, offline.irregular?.reasons]).toEqual([hash, ['stateRoot']])
  })

  it.each([false, true])(
    'leads to the same blocks in one process: folder %s',
    async (hasFolder) => {
      const { args, node, keys, sendTo, readAt, headOf } = await startKeys(`workers${hasFolder}`)
      const path = join(journals, `workers${hasFolder}`)
      const witness = hasFolder ? ['--fork-witness', join(witnesses, `workers${hasFolder}`)] : []
      const options = [...args, '--journal', path, ...witness]
      const group = await startServer(...options, '--workers', '2')
      await sendTo(group, keys[1])
      await readAt(group, keys[0])
      await sendTo(group, keys[0])
      const heads = await Promise.all(keys.map((key) => headOf(group, key)))
      await group.stop('SIGTERM')
      expect(heads[0]?.hash).not.toBe(heads[1]?.hash)
      for (const more of [['--workers', '2'], []]) {
        const again = await startServer(...options, ...more)
        expect(await Promise.all(keys.map((key) => headOf(again, key)))).toEqual(heads)
        await again.stop('SIGTERM')
      }
      const check = ['journal', 'check', path, '--fork-url', node.url]
      expect(await runCliInProcess(check)).toMatchObject({ code: 0, stderr: '' })
    },
  )

  it.runIf(hasRedis)('leads to the same block in a replica that has lost it itself', async () => {
    const redis = await RedisServer.start()
    onTestFinished(() => redis.stop())
    const { args, keys, sendTo, readAt, headOf } = await startKeys('replicas')
    const options = [...args, '--journal', `${redis.url}?journal=lost`]
    const [first, second] = [await startServer(...options), await startServer(...options)]
    // Each owns the endpoint that it uses first.
    await sendTo(second, keys[1])
    await readAt(first, keys[0])
    await sendTo(first, keys[0])
    const heads = [await headOf(first, keys[0]), await headOf(second, keys[1])]
    await first.stop('SIGKILL')
    expect(await Promise.all(keys.map((key) => headOf(second, key)))).toEqual(heads)
    expect(heads[0]?.hash).not.toBe(heads[1]?.hash)
    // A change after it is made again, too.
    await sendTo(second, keys[0], 1n)
    const later = await headOf(second, keys[0])
    await second.stop('SIGTERM')
    const third = await startServer(...options)
    expect(await headOf(third, keys[0])).toEqual(later)
    await third.stop('SIGTERM')
  })

  it('is in the journal once it was listed', async () => {
    const { node, serveFork, send } = await start('listed', { journal: true })
    const server = await serveFork()
    await send(server)
    expect(server.irregular).toBeUndefined()
    const { hash } = server.head
    await server.close()
    node.fault = onRanges(-32601, 'no such method')
    const again = await serveFork()
    expect([again.head.hash, again.irregular]).toEqual([hash, undefined])
  })
})
