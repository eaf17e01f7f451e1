import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { createChain } from '../../src/createChain.ts'
import { createFork } from '../../src/createFork.ts'
import { WitnessFolder } from '../../src/fork/witness/witnessFolder.ts'
import { keccakReady } from '../../src/primitives/keccak.ts'
import { serve } from '../../src/serve.ts'
import { startFaultyNode } from '../support/faultyNode.ts'
import { contentsOf } from '../support/folders.ts'
import { killRemaining, runCli, startCli } from '../support/runCli.ts'
import { refusalOf, runCliInProcess } from '../support/runCliInProcess.ts'
import { createSwapNetwork } from '../support/swapNetwork.ts'
import { temporaryFolder } from '../support/temporaryFolder.ts'

const WITNESS = 'test/data/fork-witness'
await keccakReady
afterAll(killRemaining)

/** Every fourth part of a witness, in a folder of its own. */
function shardsOf(path: string): string[] {
  const { lines, nodes, files } = new WitnessFolder(path).readAll() ?? raise()
  return [0, 1, 2, 3].map((shard) => {
    const isIn = (_: unknown, index: number) => index % 4 === shard
    const folder = join(temporaryFolder(), 'shard')
    new WitnessFolder(folder).add({
      lines: [...lines].filter(isIn),
      nodes: [...nodes].filter(isIn),
      files: {
        blocks: new Map([...files.blocks].filter(isIn)),
        codes: new Map([...files.codes].filter(isIn)),
      },
    })
    return folder
  })
}

function raise(): never {
  throw new Error('there is no witness')
}

describe('ommer fork merge', () => {
  it('unites folders, by default in the first one', async () => {
    const [first = '', ...others] = shardsOf(WITNESS)
    const { code, stdout } = await runCliInProcess(['fork', 'merge', first, ...others])
    expect([code, stdout]).toEqual([
      0,
      expect.stringMatching(/^.+: \d+ items, 32 nodes of tries\n$/),
    ])
    expect(contentsOf(first)).toEqual(contentsOf(WITNESS))
  })

  it('loses nothing when several processes write one folder', async () => {
    const into = join(temporaryFolder(), 'all')
    const exits = await Promise.all(
      shardsOf(WITNESS).map((shard) => runCli(['fork', 'merge', shard, '--into', into])),
    )
    expect(exits.map(({ code, stderr }) => [code, stderr])).toEqual(Array(4).fill([0, '']))
    expect(contentsOf(into)).toEqual(contentsOf(WITNESS))
  })

  it('refuses a folder that is none, and folders that contradict each other', async () => {
    const folder = temporaryFolder()
    expect(await refusalOf(['fork', 'merge', folder])).toBe(
      `error: ${folder}: there is no witness\n`,
    )
    const [other, twice] = [join(folder, 'other'), join(folder, 'twice')]
    const slot = `slot 8:${'12'.repeat(8)} 0x${'34'.repeat(20)} 0x0`
    for (const [path, value] of [
      [other, '0x1'],
      [twice, '0x2'],
    ] as const) {
      const files = { blocks: new Map(), codes: new Map() }
      new WitnessFolder(path).add({ lines: [`${slot} ${value}`], nodes: [], files })
    }
    expect(await refusalOf(['fork', 'merge', other, twice])).toBe(
      `error: ${other}: it has ${slot} 0x2, but there is ${slot} 0x1 already\n`,
    )
  })
})

describe('ommer --dev', () => {
  it('keeps what it reads, and runs offline from there', async () => {
    const folder = join(temporaryFolder(), 'witness')
    const network = await serve(await createSwapNetwork(), { port: 0 })
    const kept = ['--dev', '--port', '0', '--fork-witness', folder]
    const online = await startCli([...kept, '--fork-url', network.url, '--fork-block', '8'], /Ctrl/)
    expect(online.announced).toContain('Accounts, 10000 ether each (index, ')
    expect(online.announced).toMatch(/^ +Fork +of http\S+ at 8 0x\w+, kept in /m)
    await online.stop('SIGTERM')
    await network.close()
    const before = contentsOf(folder)
    const offline = await startCli([...kept, '--offline', '--clock', 'wall'], /Ctrl/)
    expect(offline.announced).toMatch(/^ +Fork +of .+witness, offline at 8 0x\w+$/m)
    expect(offline.announced).toMatch(/^ +State +proven$/m)
    const { code, stderr } = await offline.stop('SIGTERM')
    expect(code).toBe(0)
    expect(stderr).toBe(
      'warning: --clock wall: slots that depend on the time are others each day, so --fork-witness may lack them\n',
    )
    expect(contentsOf(folder)).toEqual(before)
  })

  it('says once why it cannot fund accounts offline, and how to fund none', async () => {
    const folder = join(temporaryFolder(), 'witness')
    const network = await serve(await createSwapNetwork(), { port: 0 })
    const fork = await createFork({ rpc: network.url, block: 8, witness: folder })
    fork.saveWitness()
    await network.close()
    const offline = ['--dev', '--port', '0', '--offline', '--fork-witness', folder]
    const refusal = await refusalOf(offline)
    expect(refusal).toMatch(
      /^error: the accounts of the endpoint could not be funded: .+account 0xf39f\w+ .+ is not in the folder .+ to add it, run the same with --fork-url URL instead of --offline/,
    )
    expect(refusal).toContain('(--dialect geth) or no mnemonic (--mnemonic none)\n')
    for (const way of [
      ['--dialect', 'geth'],
      ['--mnemonic', 'none'],
    ]) {
      const node = await startCli([...offline, ...way], /Ctrl/)
      expect(node.announced).not.toContain('ether each')
      expect((await node.stop('SIGTERM')).code).toBe(0)
    }
  })

  it('refuses headers with line breaks, and an empty URL', async () => {
    const url = ['--dev', '--fork-url', 'http://127.0.0.1:1']
    expect(await refusalOf([...url, '--fork-header', 'a: 1\r\nb: 2'])).toBe(
      "error: --fork-header: want 'Name: value' on one line\n",
    )
    expect(await refusalOf(['--dev', '--fork-url', ''])).toBe(
      "error: --fork-url: '' is not a URL such as http://127.0.0.1:8545\n",
    )
  })

  it('refuses a node without proofs if the witness shall have them', async () => {
    const network = await serve(await createChain({ blocks: 2, preset: 'latest' }), { port: 0 })
    const node = await startFaultyNode(network.url)
    node.fault = ({ method, id }) =>
      method === 'eth_getProof'
        ? { body: JSON.stringify({ jsonrpc: '2.0', id, error: { code: -32601, message: 'no' } }) }
        : undefined
    const witness = join(temporaryFolder(), 'w')
    const args = ['--dev', '--fork-url', node.url, '--fork-witness', witness]
    expect(await refusalOf([...args, '--fork-witness-proofs'])).toMatch(/^error: --fork-proofs: /)
    await node.close()
    await network.close()
  })

  it('refuses options that say nothing', async () => {
    expect(await refusalOf(['--dev', '--offline'])).toBe(
      'error: --offline: it needs a witness (--fork-witness), which is read instead\n',
    )
    const proofs = ['--dev', '--fork-url', 'http://localhost:1', '--fork-witness-proofs']
    expect(await refusalOf(proofs)).toBe('error: --fork-witness-proofs: it needs --fork-witness\n')
    expect(await refusalOf([...proofs, '--fork-witness', 'w', '--fork-proofs', 'off'])).toBe(
      'error: --fork-witness-proofs: it cannot be combined with --fork-proofs off\n',
    )
    expect(await refusalOf(['--dev', '--fork-witness', 'w', '--fork-witness-proofs'])).toBe(
      'error: --fork-witness: it needs --fork-url or --offline\n',
    )
    expect(await refusalOf(['--dev', '--fork-witness', 'w'])).toMatch(
      /--fork-witness: it needs --fork-url or --offline/,
    )
    expect(await refusalOf(['--dev', '--fork-url', 'http://localhost:1', '--state', 's'])).toBe(
      'error: --state: it has a whole state, of which a fork knows parts: keep a fork with ommer --dev --journal\n',
    )
    expect(await refusalOf(['--dev', '--fork-url', 'http://127.0.0.1:8555@60'])).toBe(
      'error: --fork-url: only ommer anvil takes a block after @: use --fork-block 60\n',
    )
    const file = ['--offline', '--fork-witness', 'package.json']
    expect(await refusalOf(['--dev', ...file])).toBe('error: package.json: it must be a folder\n')
    const none = join(temporaryFolder(), 'none')
    expect(await refusalOf(['--dev', '--offline', '--fork-witness', none])).toBe(
      `error: --fork-witness: ${none} has no pinned block: fork a network with it first, without offline\n`,
    )
  })
})
