import { concat, encodeFunctionData, erc20Abi, keccak256, pad, toEventSelector } from 'viem'
import type { Chain, Hex, Receipt } from '../../../src/index.ts'
import { importBuilt } from '../../build/built.ts'
import { type BenchedState, STATE_SPEC } from './benchedState.ts'

const TRANSFER = toEventSelector('Transfer(address,address,uint256)')

/** The state that the server has, from a chain of the same spec. */
export async function readState(): Promise<BenchedState> {
  const { createChain } = await importBuilt()
  const chain: Chain = await createChain(STATE_SPEC)
  const token = tokenOf(chain)
  const addresses = [...chain.accounts.map(({ address }) => address), ...contractsOf(chain)]
  const accounts = addresses.map(async (address) => {
    const { balance, nonce, code } = await chain.account(address)
    return {
      address,
      balance: quantity(balance),
      nonce: quantity(nonce),
      code,
      // Solidity: the mapping is the first variable of the contract.
      slot: keccak256(concat([pad(address), pad('0x0')])),
      tokenBalance: await balanceOf(chain, token, address),
    }
  })
  return { token, accounts: await Promise.all(accounts) }
}

function quantity(value: bigint | number): Hex {
  return `0x${value.toString(16)}`
}

function receiptsOf(chain: Chain): Receipt[] {
  const numbers = Array.from({ length: chain.tree.head.number + 1 }, (_, number) => number)
  return numbers.flatMap((number) => chain.blockByNumber(number)?.receipts ?? [])
}

function contractsOf(chain: Chain): Hex[] {
  return receiptsOf(chain).flatMap(({ contractAddress }) => contractAddress ?? [])
}

/** The first contract that transfers tokens of ERC-20; those of ERC-721 have an id as fourth topic. */
function tokenOf(chain: Chain): Hex {
  const logs = receiptsOf(chain).flatMap((receipt) => receipt.logs)
  const transfer = logs.find(({ topics }) => topics.length === 3 && topics[0] === TRANSFER)
  if (transfer === undefined) throw new Error('the chain has no token')
  return transfer.address
}

/** @returns DATA, 32 bytes */
function balanceOf(chain: Chain, to: Hex, address: Hex): Promise<Hex> {
  const call = { abi: erc20Abi, functionName: 'balanceOf', args: [address] } as const
  return chain.call({ to, data: encodeFunctionData(call) })
}
