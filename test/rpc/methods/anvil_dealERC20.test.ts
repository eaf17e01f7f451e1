import { encodeFunctionData, erc20Abi, type Hex } from 'viem'
import { expect, it } from 'vitest'
import { serveForTests } from '../../support/serving.ts'

const { chain, ask } = await serveForTests(
  { preset: 'latest', blocks: 24 },
  { dev: true, callTimeout: 0 },
)
const token = chain.contracts.find(({ role }) => role === 'token')?.address as Hex

const owner = `0x${'0a'.repeat(20)}` as const
const spender = `0x${'0b'.repeat(20)}` as const

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
