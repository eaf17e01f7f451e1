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

  it('refuses wrong ones, with the place', async () => {
    const change = (answer: string) => answer.replace(/"index":"0x1"/, '"index":"0xff"')
    await expect(record({ change })).rejects.toThrow(
      /block \d: accessList\[\d+\]\.\w+(\[0\]\.changes)?\[\d\]\.index: it is 255, but should be at most/,
    )
    const list = (answer: string) =>
      answer.replace(/"balanceChanges":\[\{[^\]]+\]/, '"balanceChanges":[]')
    await expect(record({ change: list })).rejects.toThrow(
      /block \d: blockAccessListHash: it is 0x\w+, but should be 0x\w+: it is keccak of the access list/,
    )
  })
})
