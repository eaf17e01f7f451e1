import { encodeFunctionData, erc20Abi, type Hex } from 'viem'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createChain } from '../../../src/chain/createChain.ts'
import { type Server, serve } from '../../../src/server/serve.ts'

let server: Server
let token: Hex
beforeAll(async () => {
  const chain = await createChain({ preset: 'latest', blocks: 24 })
  server = await serve(chain, { port: 0, dev: true, callTimeout: 0 })
  token = chain.contracts.find(({ role }) => role === 'token')?.address as Hex
})
afterAll(() => server.close())

const owner = `0x${'0a'.repeat(20)}` as const
const spender = `0x${'0b'.repeat(20)}` as const

function ask<T>(method: string, ...params: unknown[]): Promise<T> {
  return server.request({ method, params }) as Promise<T>
}

async function read(functionName: 'balanceOf' | 'allowance', args: readonly Hex[]) {
  const data = encodeFunctionData({ abi: erc20Abi, functionName, args: args as never })
  return BigInt(await ask<string>('eth_call', { to: token, data }, 'latest'))
}

it('sets the balance of an account', async () => {
  await ask('anvil_dealERC20', owner, token, '0x3039')
  expect(await read('balanceOf', [owner])).toBe(12_345n)
  await ask('hardhat_dealERC20', owner, token, 7)
  expect(await read('balanceOf', [owner])).toBe(7n)
  expect(await read('balanceOf', [spender])).toBe(0n)
})

it('sets an allowance', async () => {
  await ask('anvil_setERC20Allowance', owner, spender, token, '99')
  expect(await read('allowance', [owner, spender])).toBe(99n)
  expect(await read('allowance', [spender, owner])).toBe(0n)
})

it('refuses a contract that reads no slot', async () => {
  const dealt = ask('anvil_dealERC20', owner, owner, '0x1')
  await expect(dealt).rejects.toThrow('Unable to set ERC20 balance, no slot found')
})
