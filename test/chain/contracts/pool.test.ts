import { Common, Hardfork, Mainnet } from '@ethereumjs/common'
import { createEVM, type EVM, type EVMResult } from '@ethereumjs/evm'
import { Account, createAddressFromString } from '@ethereumjs/util'
import { AbiCoder, Interface } from 'ethers'
import { beforeEach, expect, test } from 'vitest'
import { poolContract } from '../../../src/chain/contracts/pool.ts'
import { tokenContract } from '../../../src/chain/contracts/token.ts'
import { fromHex, toHex } from '../../../src/primitives/hex.ts'

const abi = AbiCoder.defaultAbiCoder()
const trader = `0x${'11'.repeat(20)}`
const liquidity = 1_000_000n

// The events of Uniswap v2.
const events = new Interface([
  'event Swap(address indexed sender, uint256 in0, uint256 in1, uint256 out0, uint256 out1, address indexed to)',
  'event Sync(uint112 reserve0, uint112 reserve1)',
])
const errors = new Interface(['error Error(string)'])

let evm: EVM
let tokens: [string, string]
let pool: string

beforeEach(async () => {
  evm = await createEVM({ common: new Common({ chain: Mainnet, hardfork: Hardfork.London }) })
  await evm.stateManager.putAccount(createAddressFromString(trader), new Account())
  const tokenArguments = ['Token', 'T', [trader], 50_000n]
  tokens = [await createToken(tokenArguments), await createToken(tokenArguments)]
  pool = await create(
    poolContract.creationCode,
    ['address', 'address', 'uint256'],
    [...tokens, liquidity],
  )
})

test.each([0, 1] as const)(
  'swaps token %i for the other at the price of the reserves, less 0.3 %%',
  async (which) => {
    const amountIn = 10_000n
    const { execResult } = await call(
      tokens[which],
      tokenContract.selectors.transferAndCall,
      ['address', 'uint256', 'bytes'],
      [pool, amountIn, '0x'],
    )

    expect(execResult.exceptionError).toBeUndefined()
    const amountOut = (amountIn * 997n * liquidity) / (liquidity * 1000n + amountIn * 997n)
    expect(await balanceOf(tokens[which], trader)).toBe(50_000n - amountIn)
    expect(await balanceOf(tokens[1 - which] as string, trader)).toBe(50_000n + amountOut)
    const [sync, swap] = (execResult.logs ?? [])
      .slice(2)
      .map(([, topics, data]) => events.parseLog({ topics: topics.map(toHex), data: toHex(data) }))
    const reserves = [liquidity + amountIn, liquidity - amountOut]
    expect(sync?.args.toArray()).toEqual(which === 0 ? reserves : reserves.toReversed())
    const amounts = which === 0 ? [amountIn, 0n, 0n, amountOut] : [0n, amountIn, amountOut, 0n]
    expect(swap?.args.toArray()).toEqual([trader, ...amounts, trader])
  },
)

test.each([
  { paid: 10_000n, wanted: 0n, reason: 'Pool: INSUFFICIENT_OUTPUT_AMOUNT' },
  { paid: 0n, wanted: 1n, reason: 'Pool: INSUFFICIENT_INPUT_AMOUNT' },
  { paid: 10_000n, wanted: liquidity, reason: 'Pool: INSUFFICIENT_LIQUIDITY' },
  { paid: 10_000n, wanted: 9_872n, reason: 'Pool: K' },
  { paid: 10_000n, wanted: 9_871n, reason: undefined },
])('swaps $paid for $wanted with revert reason $reason', async ({ paid, wanted, reason }) => {
  const { transfer } = tokenContract.selectors
  await call(tokens[0], transfer, ['address', 'uint256'], [pool, paid])
  const { execResult } = await call(
    pool,
    poolContract.selectors.swap,
    ['uint256', 'uint256', 'address'],
    [0n, wanted, trader],
  )

  const error = execResult.exceptionError && errors.parseError(execResult.returnValue)
  expect(error?.args[0]).toBe(reason)
})

function createToken(values: unknown[]): Promise<string> {
  return create(tokenContract.creationCode, ['string', 'string', 'address[]', 'uint256'], values)
}

async function create(code: string, types: string[], values: unknown[]): Promise<string> {
  const { createdAddress, execResult } = await evm.runCall({
    caller: createAddressFromString(trader),
    data: fromHex(code + abi.encode(types, values).slice(2)),
  })
  expect(execResult.exceptionError).toBeUndefined()
  return String(createdAddress)
}

async function balanceOf(token: string, holder: string): Promise<bigint> {
  const { execResult } = await call(token, tokenContract.selectors.balanceOf, ['address'], [holder])
  return BigInt(toHex(execResult.returnValue))
}

function call(
  to: string,
  selector: string,
  types: string[],
  values: unknown[],
): Promise<EVMResult> {
  return evm.runCall({
    caller: createAddressFromString(trader),
    to: createAddressFromString(to),
    data: fromHex(selector + abi.encode(types, values).slice(2)),
  })
}
