import { isDeepStrictEqual } from 'node:util'
import { type AbiFunction, decodeFunctionResult, encodeFunctionData, erc20Abi } from 'viem'
import type { Chain, Hex } from '../../../src/index.ts'

/** The account and the token about which the clients ask. */
export interface Subject {
  readonly account: Hex
  readonly token: Hex
}

/** What a client reads at a block. Quantities are decimal. */
export interface Facts {
  readonly balance: string
  readonly nonce: number
  readonly code: Hex
  /** slot 2 of the token, its total supply */
  readonly storage: string
  readonly name: string
  readonly symbol: string
  readonly tokenBalance: string
  readonly transferGas: string
  /** of the last four blocks, and of the next one */
  readonly baseFees: readonly string[]
}

/** What a client reads about the head. */
export interface Fees {
  readonly tip: string
  readonly gasPrice: string
}

/** What the chain itself has, read in code and not over JSON-RPC. */
export async function factsOf(chain: Chain, block: number, subject: Subject): Promise<Facts> {
  const [account, token] = await Promise.all([
    chain.account(subject.account, { at: block }),
    chain.account(subject.token, { at: block }),
  ])
  const call = (functionName: string, ...args: readonly Hex[]) =>
    callToken(chain, block, subject.token, functionName, args)
  return {
    balance: `${account.balance}`,
    nonce: account.nonce,
    code: token.code,
    storage: await call('totalSupply'),
    name: await call('name'),
    symbol: await call('symbol'),
    tokenBalance: await call('balanceOf', subject.account),
    // The account has no code, so a transfer takes what every transaction takes.
    transferGas: '21000',
    baseFees: await baseFeesOf(chain, block),
  }
}

/** @returns the result in decimal, or as text */
export async function callToken(
  chain: Chain,
  at: number | Hex,
  token: Hex,
  functionName: string,
  args: readonly Hex[] = [],
): Promise<string> {
  const abi: readonly AbiFunction[] = erc20Abi.filter((each) => each.type === 'function')
  const data = await chain.call(
    { to: token, data: encodeFunctionData({ abi, functionName, args }) },
    { at },
  )
  return `${decodeFunctionResult({ abi, functionName, data })}`
}

async function baseFeesOf(chain: Chain, block: number): Promise<string[]> {
  const blocks = [3, 2, 1, 0, -1].map((depth) => chain.blockByNumber(block - depth))
  blocks[4] ??= await chain.pendingBlock()
  return blocks.map((each) => {
    if (each === undefined) throw new Error(`there are no four blocks up to ${block}`)
    return `${each.header.baseFeePerGas ?? 0n}`
  })
}

/** Where a client differs from the chain; undefined if nowhere. */
export function differenceOf(facts: Facts, read: Facts): string | undefined {
  for (const [name, value] of Object.entries(facts) as [keyof Facts, unknown][]) {
    if (isDeepStrictEqual(read[name], value)) continue
    return `${name}: read ${JSON.stringify(read[name])}, the chain has ${JSON.stringify(value)}`
  }
  return undefined
}

/** Checks fees at the head against its base fee. */
export function feesDifference(chain: Chain, { tip, gasPrice }: Fees): string | undefined {
  const expected = BigInt(tip) + (chain.head.header.baseFeePerGas ?? 0n)
  if (BigInt(gasPrice) === expected) return undefined
  return `gas price ${gasPrice} is not the tip ${tip} and the base fee`
}
