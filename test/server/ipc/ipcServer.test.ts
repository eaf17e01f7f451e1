import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, lstatSync, writeFileSync } from 'node:fs'
import { createConnection, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { IpcSocketProvider } from 'ethers'
import { afterEach, describe, expect, it } from 'vitest'
import { createChain } from '../../../src/chain/createChain.ts'
import { ipcPath } from '../../../src/server/ipc/ipcServer.ts'
import { ListenError } from '../../../src/server/listen.ts'
import { type ServeOptions, ServeOptionsError } from '../../../src/server/options.ts'
import { serve } from '../../../src/server/serve.ts'
import { temporaryFolder } from '../../support/temporaryFolder.ts'
import { request } from '../../support/transports.ts'

const chain = await createChain({ blocks: 4, preset: 'latest' })

const ends: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})

async function start(options: ServeOptions = {}) {
  const ipc = join(temporaryFolder(), 'test.ipc')
  const server = await serve(chain, { port: 0, ipc, ...options })
  ends.push(() => server.close())
  return { server, path: ipc }
}

/** A client, and an iterator over the lines that it receives. */
function connect(path: string) {
  const socket: Socket = createConnection({ path, allowHalfOpen: true })
  ends.push(() => socket.destroy())
  const lines = createInterface(socket)[Symbol.asyncIterator]()
  const next = async () => JSON.parse((await lines.next()).value as string)
  return { socket, next, isOver: async () => (await lines.next()).done }
}

const blockNumber = (id: number) => request('eth_blockNumber', []).replace('"id":1', `"id":${id}`)

describe.skipIf(process.platform === 'win32')('the IPC socket', () => {
  it('answers requests and batches, a line for each, and is only for its owner', async () => {
    const { server, path } = await start()
    expect(server.ipcPath).toBe(path)
    expect(lstatSync(path).mode & 0o777).toBe(0o600)
    const { socket, next } = connect(path)
    // With a line break, without one, and in pieces.
    socket.write(`${blockNumber(1)}\n${blockNumber(2)}`)
    expect([await next(), await next()]).toEqual([
      { jsonrpc: '2.0', id: 1, result: '0x4' },
      { jsonrpc: '2.0', id: 2, result: '0x4' },
    ])
    const batch = `[${blockNumber(3)},${blockNumber(4)}]`
    socket.write(batch.slice(0, 20))
    socket.write(batch.slice(20))
    expect(await next()).toHaveLength(2)
    socket.write('nonsense\n')
    expect(await next()).toMatchObject({ id: null, error: { code: -32700 } })
  })

  it('speaks the dialect of the root address, or of the first key', async () => {
    const dialectOf = async (path: string) => {
      const { socket, next } = connect(path)
      socket.write(request('eth_getBlockByNumber', ['pending', false]))
      const { result } = await next()
      return result.number === null ? 'infura' : 'geth'
    }
    expect(await dialectOf((await start()).path)).toBe('geth')
    expect(await dialectOf((await start({ apiKeys: ['a', 'b'] })).path)).toBe('infura')
    const { server, path } = await start({ dev: true, dialect: 'anvil' })
    await server.mine()
    const { socket, next } = connect(path)
    socket.write(blockNumber(1))
    expect((await next()).result).toBe('0x5')
    socket.write(request('evm_mine', []))
    expect((await next()).result).toBe('0x0')
    expect(server.head.number).toBe(6)
  })

  it('serves the provider of ethers', async () => {
    const { server, path } = await start({ dev: true })
    const provider = new IpcSocketProvider(path)
    ends.push(() => provider.destroy())
    const [block, network] = await Promise.all([provider.getBlock(2), provider.getNetwork()])
    expect([block?.hash, network.chainId]).toEqual([chain.blockByNumber(2)?.hash, 1337n])
    const mined = new Promise((resolve) => provider.once('block', resolve))
    await server.subscribed('newHeads')
    await server.mine()
    expect(await mined).toBe(5)
    await server.unsubscribed('newHeads')
    await provider.send('eth_chainId', [])
  })

  it('sends notifications', async () => {
    const { server, path } = await start({ dev: true })
    const { socket, next } = connect(path)
    socket.write(request('eth_subscribe', ['newHeads']))
    const { result: id } = await next()
    await server.mine()
    expect(await next()).toMatchObject({
      method: 'eth_subscription',
      params: { subscription: id, result: { number: '0x5' } },
    })
  })

  it('answers a client that has ended its half, and then disconnects it', async () => {
    const { path } = await start()
    const { socket, next, isOver } = connect(path)
    socket.end(blockNumber(9))
    expect(await next()).toMatchObject({ id: 9 })
    expect(await isOver()).toBe(true)
  })

  it('refuses a message that is too large, and disconnects', async () => {
    const { path } = await start({ limits: { requestBytes: 1000 } })
    const { socket, next, isOver } = connect(path)
    socket.write(`["${'x'.repeat(2000)}`)
    const message = 'request body too large'
    expect(await next()).toMatchObject({ id: null, error: { code: -32600, message } })
    expect(await isOver()).toBe(true)
    expect(connect(path).socket.readable).toBe(true)
  })

  it('disconnects the client that holds most memory for longest', async () => {
    const { path } = await start({ limits: { clientBytes: 3_000_000 } })
    const clients = [createConnection(path), createConnection(path)]
    const closed = clients.map((socket) => {
      // The server resets it.
      socket.on('error', () => {})
      return new Promise((resolve) => socket.once('close', resolve))
    })
    const half = `["${'x'.repeat(1_200_000)}`
    for (const socket of clients) socket.write(half)
    await Promise.race(closed)
    const third = connect(path)
    third.socket.write(blockNumber(1))
    expect(await third.next()).toMatchObject({ id: 1 })
  })

  it('disconnects clients by a fault, and when it closes', async () => {
    const { server, path } = await start()
    const first = connect(path)
    first.socket.write(blockNumber(1))
    await first.next()
    server.setFaults([
      { methods: ['eth_blockNumber'], fault: { kind: 'socketClosed', code: 1011 } },
    ])
    first.socket.write(blockNumber(2))
    expect(await first.isOver()).toBe(true)
    server.setFaults([])
    const second = connect(path)
    second.socket.write(blockNumber(3))
    await second.next()
    await server.close()
    expect(await second.isOver()).toBe(true)
    expect(existsSync(path)).toBe(false)
  })

  it('replaces the socket of a server that has been killed, and no other file', async () => {
    const path = join(temporaryFolder(), 'stale.ipc')
    const other = createServer().listen(path)
    await once(other, 'listening')
    const inUse = await start({ ipc: path }).catch((error: unknown) => error)
    expect(inUse).toBeInstanceOf(ListenError)
    const problem = `cannot listen on ${path}: another program listens there`
    expect(inUse).toHaveProperty('message', problem)
    other.close()
    writeFileSync(path, 'mine')
    await expect(start({ ipc: path })).rejects.toThrow(/there is a file that is no socket$/)
    const killed = join(temporaryFolder(), 'killed.ipc')
    const code = `require('net').createServer().listen(${JSON.stringify(killed)}, () => process.stdout.write('ready'))`
    const child = spawn(process.execPath, ['-e', code])
    await once(child.stdout, 'data')
    child.kill('SIGKILL')
    await once(child, 'exit')
    expect(existsSync(killed)).toBe(true)
    const { next, socket } = connect((await start({ ipc: killed })).server.ipcPath as string)
    socket.write(blockNumber(5))
    expect(await next()).toMatchObject({ id: 5 })
    const long = join(temporaryFolder(), 'x'.repeat(200))
    await expect(start({ ipc: long })).rejects.toThrow(/: the path has more than 10[37] bytes$/)
    await expect(start({ ipc: join(path, 'x') })).rejects.toThrow(/^cannot listen on /)
  })

  it('needs a path or a boolean', async () => {
    const error = await start({ ipc: 7 as never }).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(ServeOptionsError)
    expect(error).toMatchObject({ option: 'ipc' })
  })
})

describe('the place of the socket', () => {
  it.each<[true | string, string]>([
    [true, String.raw`\\.\pipe\ommer.ipc`],
    ['node.ipc', String.raw`\\.\pipe\node.ipc`],
    [String.raw`\\.\pipe\node.ipc`, String.raw`\\.\pipe\node.ipc`],
    [String.raw`\\?\PIPE\node.ipc`, String.raw`\\?\PIPE\node.ipc`],
    ['//./pipe/node.ipc', '//./pipe/node.ipc'],
  ])('is that of a named pipe on Windows: %s', (given, path) => {
    expect(ipcPath(given, 'win32')).toBe(path)
  })

  it('is a file elsewhere', () => {
    expect(ipcPath('node.ipc', 'darwin')).toBe('node.ipc')
    expect(ipcPath(true, 'darwin')).toBe(join(tmpdir(), 'ommer.ipc'))
  })
})
