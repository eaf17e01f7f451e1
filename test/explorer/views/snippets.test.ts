import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { afterAll, describe, expect, it } from 'vitest'
import { createChain } from '../../../src/createChain.ts'
import { javaScriptOf, snippetOf } from '../../../src/explorer/views/snippets.ts'
import { serve } from '../../../src/server/serve.ts'

const chain = await createChain({ seed: 'snippets', blocks: 8, preset: 'latest' })
const server = await serve(chain, { port: 0 })
const request = { method: 'eth_getBlockByNumber', params: ['0x6', false] }
const block = (await server.endpoint('dev').request(request)) as Block
afterAll(() => server.close())

/** Runs a snippet of JavaScript, and returns what it prints. */
async function run(snippet: string): Promise<unknown> {
  const printed: unknown[] = []
  const body = snippet
    .replaceAll(/import (\{[^}]*\}) from ('\w+')/g, 'const $1 = await load($2)')
    .replaceAll('console.log', 'print')
  const program = new Function('load', 'print', `return (async () => { ${body} })()`)
  const load = (name: string) => import(/* @vite-ignore */ name)
  await program(load, (value: unknown) => printed.push(value))
  return printed[0]
}

interface Block {
  readonly hash: string
  readonly transactions: readonly string[]
}

function calls() {
  const hash = block.transactions[0]
  const address = chain.accounts[0]?.address
  return [
    { method: 'eth_getBlockByNumber', params: ['0x6', true] },
    { method: 'eth_getBlockByNumber', params: ['latest', false] },
    { method: 'eth_getBlockByHash', params: [block.hash, true] },
    { method: 'eth_getTransactionByHash', params: [hash] },
    { method: 'eth_getTransactionReceipt', params: [hash] },
    { method: 'eth_getBalance', params: [address, 'latest'] },
    { method: 'eth_getTransactionCount', params: [address, '0x6'] },
    { method: 'eth_getCode', params: [chain.contracts[0]?.address, 'latest'] },
    { method: 'eth_getBlockReceipts', params: ['0x6'] },
    { method: 'eth_getLogs', params: [{ fromBlock: '0x0', toBlock: 'latest' }] },
  ]
}

describe('snippetOf', () => {
  it.each(['viem', 'ethers'] as const)('writes programs for %s that run', async (language) => {
    for (const call of calls()) {
      const result = await run(snippetOf(language, call, server.url))
      expect(result, call.method).toBeDefined()
      expect(result, call.method).not.toBeNull()
    }
  })

  it('writes commands that a shell runs', async () => {
    const call = { method: "eth_'getBlock", params: ['$HOME `ls` "x"'] }
    const command = snippetOf('curl', call, 'http://test/v3/dev').replace(
      'curl -s',
      "printf '%s\\n'",
    )
    const { stdout } = await promisify(execFile)('sh', ['-c', command])
    const lines = stdout.trim().split('\n')
    expect(lines[0]).toBe('http://test/v3/dev')
    expect(JSON.parse(lines.at(-1) ?? '')).toEqual({ jsonrpc: '2.0', id: 1, ...call })
  })

  it('writes programs for web3.py', () => {
    const written = calls().map((call) => {
      const lines = snippetOf('web3py', call, 'http://test').split('\n')
      return lines.at(-1)
    })
    expect(written[0]).toBe('print(w3.eth.get_block(6, True))')
    expect(written[1]).toBe('print(w3.eth.get_block("latest", False))')
    expect(written[2]).toBe(`print(w3.eth.get_block("${block.hash}", True))`)
    expect(written[8]).toBe('print(w3.provider.make_request("eth_getBlockReceipts", ["0x6"]))')
    expect(written[9]).toBe(
      'print(w3.provider.make_request("eth_getLogs", [{"fromBlock": "0x0", "toBlock": "latest"}]))',
    )
  })
})

describe('javaScriptOf', () => {
  it('writes any JSON as code that means the same', () => {
    const values = [
      null,
      true,
      1.5,
      'it\'s "quoted" \\ \n \u2028',
      ['a', { 'b-c': [1], d: {} }],
      { _a: 1, $x: '`' },
    ]
    for (const value of values) {
      expect(new Function(`return ${javaScriptOf(value)}`)()).toEqual(value)
    }
  })
})
