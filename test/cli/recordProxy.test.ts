import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it, onTestFinished } from 'vitest'
import { serve } from '../../src/serve.ts'
import { type FaultyNode, startFaultyNode } from '../support/faultyNode.ts'
import { contentsOf } from '../support/folders.ts'
import { killRemaining, startCli } from '../support/runCli.ts'
import { refusalOf } from '../support/runCliInProcess.ts'
import { createSwapNetwork, owner, pair, swapData, token0, trader } from '../support/swapNetwork.ts'
import { temporaryFolder } from '../support/temporaryFolder.ts'
import { askOverHttp as ask } from '../support/transports.ts'

afterAll(killRemaining)

const READY = /^ *curl .*$/
const HEAD = 11

const word = (value: string) => value.replace('0x', '').padStart(64, '0')
const balanceOf = (account: string) => ({ to: token0, data: `0x70a08231${word(account)}` })
/** Nobody has so much. */
const TOO_MUCH = { from: trader, to: token0, data: swapData(10n ** 30n) }

/** What a test asks, at the head and at blocks before it. */
const QUESTIONS: readonly (readonly [string, readonly unknown[]])[] = [
  ['eth_chainId', []],
  ['eth_blockNumber', []],
  ...['latest', '0x9', '0x5'].flatMap((block) => [
    ['eth_call', [balanceOf(owner), block]] as const,
    ['eth_getBalance', [trader, block]] as const,
    ['eth_getTransactionCount', [trader, block]] as const,
    ['eth_getStorageAt', [pair, '0x0', block]] as const,
  ]),
  ['eth_getCode', [pair, 'latest']],
  ['eth_call', [TOO_MUCH, 'latest']],
  ['eth_estimateGas', [TOO_MUCH]],
  ['eth_estimateGas', [{ from: owner, to: token0, data: swapData(10n ** 17n) }]],
  ['eth_createAccessList', [{ from: owner, to: token0, data: swapData(1n) }, 'latest']],
  ['eth_getBlockByNumber', ['0x7', true]],
  ['eth_getLogs', [{ address: pair, fromBlock: '0x8', toBlock: 'latest' }]],
  ['eth_feeHistory', ['0x3', 'latest', [50]]],
  ['eth_getTransactionReceipt', [`0x${'77'.repeat(32)}`]],
]

async function askAll(url: string): Promise<unknown[]> {
  const answers: unknown[] = []
  for (const [method, params] of QUESTIONS) answers.push(await ask(url, method, ...params))
  return answers
}

/** Starts the command line, and gives the address without a key. */
async function startServing(args: readonly string[]) {
  const cli = await startCli(args, READY)
  const [, url = ''] = /RPC URL +(\S+)/.exec(cli.announced) ?? []
  return { cli, url }
}

/** A network that goes on while it is recorded, and a node between it and the proxy. */
async function startNetwork(
  fault: FaultyNode['fault'] = () => undefined,
): Promise<{ readonly node: FaultyNode; readonly goOn: () => Promise<unknown> }> {
  const chain = await createSwapNetwork()
  const network = await serve(chain, { port: 0, dev: true })
  const node = await startFaultyNode(network.url)
  node.fault = fault
  onTestFinished(async () => {
    await node.close()
    await network.close()
  })
  const swap = { from: owner, to: token0, data: swapData(10n ** 19n), gas: '0x493e0' }
  return {
    node,
    goOn: () => network.request({ method: 'eth_sendTransaction', params: [swap] } as never),
  }
}

describe('ommer record --proxy', () => {
  it('records what clients ask, and the folder gives the same answers offline', async () => {
    const out = join(temporaryFolder(), 'recorded')
    const { node, goOn } = await startNetwork()
    const record = ['record', '--proxy', '0', '--rpc', node.url, '--out', out]
    const recording = await startServing(record)
    const answers = await askAll(recording.url)
    await goOn()
    // The network has another block, the recording does not.
    expect(await ask(node.url, 'eth_blockNumber')).toBe('0xc')
    expect(await askAll(recording.url)).toEqual(answers)
    expect(answers.slice(0, 2)).toEqual(['0x539', '0xb'])
    const ofNetwork = await Promise.all(
      [HEAD, 9, 5].map((at) => ask(node.url, 'eth_call', balanceOf(owner), `0x${at.toString(16)}`)),
    )
    const balances = [2, 6, 10].map((index) => answers[index])
    expect(balances).toEqual(ofNetwork)
    expect(new Set(balances).size).toBe(3)
    const reverted = answers[QUESTIONS.findIndex(([, [call]]) => call === TOO_MUCH)]
    expect(reverted).toMatchObject({ code: 3, message: expect.stringMatching(/revert/) })
    const { stdout, code } = await recording.cli.stop('SIGTERM')
    expect(code).toBe(0)
    const [, items = ''] =
      /: (\d+) items; ommer --offline --fork-witness \S+ serves them\n$/.exec(stdout) ?? []
    expect(Number(items)).toBeGreaterThan(20)
    await node.close()

    const bytes = contentsOf(out)
    const offline = await startServing(['--port', '0', '--offline', '--fork-witness', out])
    expect(await askAll(offline.url)).toEqual(answers)
    expect(await ask(offline.url, 'eth_getBalance', `0x${'5a'.repeat(20)}`, '0x5')).toMatchObject({
      message: expect.stringMatching(
        /account 0x5a.* \(state after block 5, 0x.*is not in .*recorded/,
      ),
    })
    await offline.cli.stop('SIGTERM')
    expect(contentsOf(out)).toEqual(bytes)
  })

  it('goes on with a recording at its block, and takes another one with --to', async () => {
    const out = join(temporaryFolder(), 'recorded')
    const { node, goOn } = await startNetwork()
    const record = ['record', '--proxy', '0', '--rpc', node.url, '--out', out]
    const recordAt = async (...more: string[]) => {
      const { cli, url } = await startServing([...record, ...more])
      const answer = await ask(url, 'eth_blockNumber')
      const { stdout } = await cli.stop('SIGTERM')
      return [answer, /items; ommer (.+) serves them\n$/.exec(stdout)?.[1]]
    }
    const command = `--offline --fork-witness ${out}`
    expect(await recordAt()).toEqual(['0xb', command])
    await goOn()
    expect(await recordAt()).toEqual(['0xb', command])
    expect(await recordAt('--to', '9')).toEqual(['0x9', `${command} --fork-block 9`])
    // It has two blocks now, of which the printed command chooses one.
    const serving = await startServing(['--port', '0', ...`${command} --fork-block 9`.split(' ')])
    expect(await ask(serving.url, 'eth_blockNumber')).toBe('0x9')
    await serving.cli.stop('SIGTERM')
  })

  it('records values of a node without proofs', async () => {
    const out = join(temporaryFolder(), 'recorded')
    const { node } = await startNetwork(({ method, id }) =>
      method === 'eth_getProof'
        ? { body: JSON.stringify({ jsonrpc: '2.0', id, error: { code: -32601, message: 'no' } }) }
        : undefined,
    )
    const { cli, url } = await startServing([
      'record',
      '--proxy',
      '0',
      '--rpc',
      node.url,
      '--out',
      out,
    ])
    expect(cli.announced).toMatch(/State +values only/)
    const answers = await askAll(url)
    await cli.stop('SIGTERM')
    await node.close()
    const offline = await startServing(['--port', '0', '--offline', '--fork-witness', out])
    expect(await askAll(offline.url)).toEqual(answers)
    expect(answers[2]).toMatch(/^0x0{40}/)
    const absent = await ask(offline.url, 'eth_getStorageAt', pair, '0x99', 'latest')
    expect(absent).toMatchObject({ message: expect.stringMatching(/slot 0x99 of account/) })
    await offline.cli.stop('SIGTERM')
  })

  it('writes a folder for --offline, which --load says', async () => {
    expect(await refusalOf(['--load', 'test/data/fork-witness'])).toBe(
      'error: --load: test/data/fork-witness has what was read of a network: --offline --fork-witness test/data/fork-witness serves it\n',
    )
  })

  it('refuses a block that the network does not have, a port in use, and files of others', async () => {
    const out = join(temporaryFolder(), 'recorded')
    const { node } = await startNetwork()
    const record = ['record', '--rpc', node.url, '--out', out, '--proxy']
    expect(await refusalOf([...record, '0', '--to', '99'])).toBe(
      'error: --to: the node has no block 99\n',
    )
    const { port } = new URL(node.url)
    expect(await refusalOf([...record, port])).toBe(
      `error: port ${port} on 127.0.0.1 is in use; choose another, or 0 for a free one\n`,
    )
    // Otherwise the next recording would go on at the block of this one.
    expect(existsSync(out)).toBe(false)
    const asked = node.asked.length
    mkdirSync(out)
    writeFileSync(join(out, 'notes.txt'), 'mine')
    expect(await refusalOf([...record, '0'])).toBe(
      `error: ${out}: it contains notes.txt; a witness needs an empty folder, or one that is a witness\n`,
    )
    expect(node.asked.length).toBe(asked)
    expect([...contentsOf(out).keys()]).toEqual(['notes.txt'])
  })

  it('takes either a range or a port', async () => {
    const given = ['record', '--rpc', 'http://127.0.0.1:1', '--out', join(temporaryFolder(), 'x')]
    expect(await refusalOf(given)).toBe('error: --from: it is needed without --proxy\n')
    expect(await refusalOf([...given, '--from', '1'])).toBe(
      'error: --to: it is needed without --proxy\n',
    )
    expect(await refusalOf([...given, '--proxy', '0', '--from', '1'])).toMatch(
      /--proxy <port>' cannot be used with option '--from <number>'/,
    )
  })
})
