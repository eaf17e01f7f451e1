import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createChain } from '../../src/chain/createChain.ts'
import { loadChain } from '../../src/formats/loadChain.ts'
import { serve } from '../../src/serve.ts'
import { type FaultyNode, startFaultyNode } from '../support/faultyNode.ts'
import { interruptCli, killRemaining, runCli } from '../support/runCli.ts'
import { refusalOf, runCliInProcess } from '../support/runCliInProcess.ts'
import { temporaryFolder } from '../support/temporaryFolder.ts'

const parent = temporaryFolder()
const KEY = 'a-key-that-nobody-may-see'
let node: FaultyNode
const chain = await createChain({
  seed: 'record',
  blocks: 8,
  preset: 'pow',
  transactionsPerBlock: [0, 2],
})
const server = await serve(chain, { port: 0 })
afterAll(async () => {
  killRemaining()
  await server.close()
})
beforeEach(async () => {
  node = await startFaultyNode(server.url)
})
afterEach(() => node.close())

describe('ommer record', () => {
  it('reads OMMER_* variables, and reports in one line what it recorded', async () => {
    const out = join(parent, 'told')
    const exit = await runCli(['record', '--from', '0x2', '--to', 'latest', '--out', out], {
      OMMER_RPC: `${node.url}v3/${KEY}`,
      OMMER_HEADER: 'X-One: 1\nX-Two: a,b',
      OMMER_CONCURRENCY: '3',
    })
    const said = `${out}: 7 blocks; head 8 ${chain.tree.head.hash}\n`
    expect(exit).toEqual({ code: 0, signal: null, stdout: said, stderr: '' })
    expect((await loadChain(out)).tree.head.hash).toBe(chain.tree.head.hash)
    for (const { headers } of node.asked) {
      expect(headers).toMatchObject({ 'x-one': '1', 'x-two': 'a,b' })
    }
  })

  it('stops on a signal, prints how to resume, and resumes', async () => {
    const out = join(parent, 'stopped')
    const args = ['record', '--rpc', node.url, '--from', '0', '--to', '8', '--out', out]
    const stuck = new Promise((resolve) => {
      node.fault = ({ params: [number] }) => {
        if (number !== '0x5') return undefined
        resolve(undefined)
        return 'silence'
      }
    })
    const first = await interruptCli([...args, '--concurrency', '1'], stuck, 'SIGINT')
    expect(first).toMatchObject({ code: 130, signal: null, stdout: '' })
    expect(first.stderr).toMatch(/^[^\n]+\n$/)
    expect(first.stderr).toContain(`${out}.recording`)
    expect(existsSync(out)).toBe(false)
    node.fault = () => undefined
    node.asked.splice(0)
    expect(await runCliInProcess(args)).toMatchObject({ code: 0, stderr: '' })
    const again = node.asked.filter(({ params: [, full] }) => full === true)
    expect(again).toHaveLength(4)
    expect(existsSync(`${out}.recording`)).toBe(false)
  })

  it('reports invalid responses of a node on one line without the key', async () => {
    const change = (answer: string) => answer.replace(/"stateRoot":"0x../, '"stateRoot":"0x99')
    node.fault = ({ params: [number] }) => (number === '0x3' ? { change } : undefined)
    const out = join(parent, 'unfit')
    const args = ['--rpc', `${node.url}${KEY}`, '--from', '1', '--to', '4', '--out', out]
    const refused = await runCliInProcess(['record', ...args])
    expect(refused).toMatchObject({ code: 1, stdout: '' })
    expect(refused.stderr).toMatch(/^error: block 3: hash: [^\n]+\n$/)
    const taken = await runCliInProcess(['record', ...args, '--no-verify'])
    expect(taken).toMatchObject({ code: 0, stderr: '' })
  })

  it.each<[named: string, args: string[]]>([
    ['--rpc', []],
    ['--from', ['--rpc', 'URL', '--from', '1.5', '--to', '1', '--out', 'OUT']],
    ['--to', ['--rpc', 'URL', '--from', '0', '--to', 'pending', '--out', 'OUT']],
    ['--to', ['--rpc', 'URL', '--from', '0', '--to', '9', '--out', 'OUT']],
    ['--header', ['--rpc', 'URL', '--from', '0', '--to', '1', '--out', 'OUT', '--header', KEY]],
    ['mine', ['--rpc', 'URL', '--from', '0', '--to', '1', '--out', 'MINE']],
  ])('names %s in a one-line error: %j', async (named, args) => {
    const [out, mine] = [join(parent, 'other'), join(parent, 'mine')]
    mkdirSync(mine, { recursive: true })
    writeFileSync(join(mine, 'notes.txt'), 'mine')
    const words = new Map([
      ['URL', `${node.url}${KEY}`],
      ['OUT', out],
      ['MINE', mine],
    ])
    const refusal = await refusalOf(['record', ...args.map((word) => words.get(word) ?? word)])
    expect(refusal).toContain(named)
    expect(refusal).not.toContain(KEY)
    expect(existsSync(out)).toBe(false)
  })
})
