import type { TestEndpoint } from 'ommer/vitest'
import { createWalletClient, custom, type Hex, parseAbi, publicActions } from 'viem'
import { mnemonicToAccount } from 'viem/accounts'
import { MNEMONIC, pair, swapData, token0 } from '../swapNetwork.ts'

export const abi = parseAbi([
  'event Swap(address indexed sender, uint256 amount0In, uint256 amount1In, uint256 amount0Out, uint256 amount1Out, address indexed to)',
  'function reserve0() view returns (uint112)',
  'function reserve1() view returns (uint112)',
  'function balanceOf(address) view returns (uint256)',
])

/** A client as an application has it. */
export function clientOf(endpoint: TestEndpoint) {
  const account = mnemonicToAccount(MNEMONIC)
  const transport = custom({ request: endpoint.request as never }, { retryCount: 0 })
  return createWalletClient({ account, transport, pollingInterval: 10 }).extend(publicActions)
}

type Client = ReturnType<typeof clientOf>

export async function reservesOf(client: Client): Promise<readonly [bigint, bigint]> {
  const read = (functionName: 'reserve0' | 'reserve1') =>
    client.readContract({ address: pair, abi, functionName })
  return [await read('reserve0'), await read('reserve1')]
}

/** Swaps some of the first token. @returns the hash of the transaction */
export function swap(client: Client, amount: bigint): Promise<Hex> {
  return client.sendTransaction({ to: token0, data: swapData(amount), gas: 300_000n, chain: null })
}

/** What the pair pays: 0.3 % stay with it. */
export function amountOut(amountIn: bigint, [reserveIn, reserveOut]: readonly [bigint, bigint]) {
  const counted = amountIn * 997n
  return (counted * reserveOut) / (reserveIn * 1000n + counted)
}
