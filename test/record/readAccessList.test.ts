import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { createChain } from '../../src/chain/createChain.ts'
import { loadChain } from '../../src/formats/loadChain.ts'
import { recordChain } from '../../src/recordChain.ts'
import { serve } from '../../src/serve.ts'
import { sealedBlock } from '../support/chain.ts'
import { fakeClock } from '../support/fakeClock.ts'
import { type Fault, type FaultyNode, startFaultyNode } from '../support/faultyNode.ts'
import { temporaryFolder } from '../support/temporaryFolder.ts'

const FORK = 3
const HEAD = 6

const parent = temporaryFolder()
let node: FaultyNode
let folder: string
let count = 0
const forks = { bpo2: 0, amsterdam: FORK, paris: 0 }
const chain = await createChain({ preset: 'latest', forks, blocks: HEAD, seed: 'recorded lists' })
const server = await serve(chain, { port: 0 })
afterAll(() => server.close())
beforeEach(async () => {
  node = await startFaultyNode(server.url)
  folder = join(parent, String(count++))
  return () => node.close()
})

/** Records the chain from a node that answers requests for access lists in another way. */
function record(fault?: Fault) {
  node.fault = ({ method }) => (method === 'eth_getBlockAccessList' ? fault : undefined)
  return recordChain(node.url, { from: 0, to: HEAD, folder, clock: fakeClock() })
}

const failure = (code: number): Fault => ({
  change: (answer) => {
    const { id } = JSON.parse(answer)
    return JSON.stringify({ jsonrpc: '2.0', id, error: { code, message: 'no' } })
  },
})

describe('a recording across the fork', () => {
  it('has access lists, and requests none before', async () => {
    await record()
    const asked = node.asked.filter(({ method }) => method === 'eth_getBlockAccessList')
    expect(asked).toHaveLength(HEAD - FORK + 1)
    const { tree } = await loadChain(folder)
    for (let number = 0; number <= HEAD; number++) {
      const { hash, accessList } = sealedBlock(chain, number)
      expect(tree.byNumber(number)).toMatchObject({ hash })
      expect(tree.byNumber(number)?.accessList).toEqual(accessList)
    }
  })

  it.each([-32601, -32001, 4444])('leaves them out where the node says %i', async (code) => {
    await record(failure(code))
    const { tree } = await loadChain(folder)
    expect(tree.head.hash).toBe(chain.tree.head.hash)
    expect(tree.head.accessList).toBeUndefined()
    expect(existsSync(join(folder, String(HEAD), 'accessList.json'))).toBe(false)
  })

  it.each<[what: string, change: (answer: string) => string, problem: RegExp]>([
    [
      'an index after the block',
      (answer) => answer.replace(/"index":"0x1"/, '"index":"0xff"'),
      /block \d: accessList\[\d+\]\.\w+(\[0\]\.changes)?\[\d\]\.index: it is 255, but should be at most/,
    ],
    [
      'without changes of a balance',
      (answer) => answer.replace(/"balanceChanges":\[\{[^\]]+\]/, '"balanceChanges":[]'),
      /block \d: blockAccessListHash: it is 0x\w+, but should be 0x\w+: it is keccak of the access list/,
    ],
    [
      'in reverse order',
      changed<Account[]>((list) => list.toReversed()),
      /block \d: accessList: it is 0x\w+, but should be above 0x\w+: entries are in order/,
    ],
    [
      'with more reads than its limit',
      changed<Account[]>(([account, ...rest]) => [
        { ...account, storageChanges: [], storageReads: slots(40_000) },
        ...rest,
      ]),
      /block \d: accessList: it is \d+ addresses and slots, but should be at most \d+/,
    ],
  ])('refuses a list %s, with the place', async (_, change, problem) => {
    await expect(record({ change })).rejects.toThrow(problem)
  })

  it.each<[what: string, number: number, change: (header: Header) => object, problem: RegExp]>([
    [
      'without its slot number',
      FORK,
      ({ slotNumber: _, ...header }) => header,
      /block 3: slotNumber: /,
    ],
    [
      'without the hash of its list',
      FORK,
      ({ blockAccessListHash: _, ...header }) => header,
      /block 3: blockAccessListHash: /,
    ],
    [
      'without both',
      FORK,
      ({ blockAccessListHash: _, slotNumber: __, ...header }) => header,
      /block 3: hash: /,
    ],
    [
      'with both a block early',
      FORK - 1,
      (header) => ({ ...header, blockAccessListHash: `0x${'12'.repeat(32)}`, slotNumber: '0x1' }),
      /block 2: (hash|blockAccessListHash): /,
    ],
  ])('refuses a header %s', async (_, number, change, problem) => {
    node.fault = ({ method, params: [asked] }) =>
      method === 'eth_getBlockByNumber' && asked === `0x${number}`
        ? { change: changed(change) }
        : undefined
    const recording = recordChain(node.url, { from: 0, to: HEAD, folder, clock: fakeClock() })
    await expect(recording).rejects.toThrow(problem)
  })
})

type Header = Readonly<Record<string, unknown>>
type Account = Readonly<Record<string, unknown>>

/** Changes the result of an answer. */
function changed<Result>(change: (result: Result) => unknown): (answer: string) => string {
  return (answer) => {
    const { result, ...rest } = JSON.parse(answer)
    return JSON.stringify({ ...rest, result: change(result) })
  }
}

function slots(count: number): string[] {
  return Array.from({ length: count }, (_, index) => `0x${index.toString(16).padStart(64, '0')}`)
}
