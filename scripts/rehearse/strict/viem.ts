import { contractAbis, createChain, serve } from 'ommer'
import { createPublicClient, decodeEventLog, getContract, type Hex, http } from 'viem'

// Compiled with the types of browsers, which viem needs. This file is never run.

const chain = await createChain()
const server = await serve(chain)

// viem infers events, functions and their arguments from the ABI of a role.
const { address, abi } = chain.contract('token')
const token = getContract({
  address,
  abi,
  client: createPublicClient({ transport: http(server.url) }),
})
export const balance: bigint = await token.read.balanceOf([address])
// @ts-expect-error An amount is not an address.
await token.read.balanceOf([1n])
// @ts-expect-error A token has no such function.
await token.read.ownerOf([1n])

export function amountOf(log: { data: Hex; topics: [Hex, ...Hex[]] }): bigint | undefined {
  const found = chain.contracts.find((contract) => contract.role === 'token')
  if (found === undefined) return undefined
  const symbol: string = found.symbol
  const decoded = decodeEventLog({ abi: found.abi, ...log })
  return decoded.eventName === 'Transfer' ? decoded.args.value : BigInt(symbol.length)
}

export function swapped(log: { data: Hex; topics: [Hex, ...Hex[]] }): Hex {
  const { args } = decodeEventLog({ abi: contractAbis.pool, eventName: 'Swap', ...log })
  return args.sender
}
