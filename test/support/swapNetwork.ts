import { encodeAbiParameters, getContractAddress, type Hex } from 'viem'
import type { Account } from '../../src/chain/accounts.ts'
import type { Chain } from '../../src/chain/chain.ts'
import { poolContract } from '../../src/chain/contracts/pool.ts'
import { tokenContract } from '../../src/chain/contracts/token.ts'
import { createChain } from '../../src/chain/createChain.ts'
import type { ChainSpec } from '../../src/chain/spec/spec.ts'

export const MNEMONIC = 'test test test test test test test test test test test junk'

/** The account of the mnemonic that has deployed the contracts, and another one. Both have ether and tokens. */
export const owner = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266'
export const trader = '0x70997970c51812dc3a010c7d01b50e0d17dc79c8'

const deployed = (nonce: bigint) => getContractAddress({ from: owner, nonce }).toLowerCase() as Hex

/** Two tokens of OpenZeppelin, and a pair that keeps the product of its reserves, as Uniswap's do. */
export const [token0, token1, pair] = [deployed(0n), deployed(1n), deployed(2n)] as const

const LIQUIDITY = 10n ** 21n
export const PIN = 8

/**
 * A network with the pair, whose last blocks have swaps.
 *
 * @param before the blocks below them; by default genesis alone
 */
export async function createSwapNetwork(before: ChainSpec = {}): Promise<Chain> {
  const spec = {
    seed: 'swaps',
    preset: 'latest',
    blocks: 0,
    accounts: 0,
    mnemonic: MNEMONIC,
    ...before,
  } as const
  const chain = await createChain(spec)
  const [from, other] = chain.accounts as [Account, Account]
  await chain.build(1, async (block) => {
    for (const symbol of ['ONE', 'TWO']) {
      await block.add({ from, data: tokenCode(symbol), gas: 3_000_000n })
    }
    await block.add({ from, data: pairCode(), gas: 3_000_000n })
  })
  await chain.build(PIN + 2, async (block) => {
    const data = swapData(10n ** 18n)
    for (const sender of [from, other]) {
      await block.add({ from: sender, to: token0, data, gas: 300_000n })
    }
  })
  return chain
}

/** `transferAndCall` of a token: the pair swaps what it gets. */
export function swapData(amount: bigint): Hex {
  const types = [{ type: 'address' }, { type: 'uint256' }, { type: 'bytes' }] as const
  return `0x4000aea0${encodeAbiParameters(types, [pair, amount, '0x']).slice(2)}`
}

function tokenCode(symbol: string): Hex {
  const types = [
    { type: 'string' },
    { type: 'string' },
    { type: 'address[]' },
    { type: 'uint256' },
  ] as const
  const values = encodeAbiParameters(types, [symbol, symbol, [owner, trader], 10n ** 24n])
  return `${tokenContract.creationCode as Hex}${values.slice(2)}`
}

function pairCode(): Hex {
  const types = [{ type: 'address' }, { type: 'address' }, { type: 'uint256' }] as const
  const values = encodeAbiParameters(types, [token0, token1, LIQUIDITY])
  return `${poolContract.creationCode as Hex}${values.slice(2)}`
}
