import { encodeFunctionData, erc20Abi } from 'viem'
import type { BenchedAccount, BenchedState } from './benchedState.ts'

/** Requests of one method, each about another account. */
export interface StateRequests {
  readonly method: string
  /** what it reads, for the name of the row */
  readonly what: string
  readonly params: readonly (readonly unknown[])[]
}

export function stateRequests({ token, accounts }: BenchedState): StateRequests[] {
  const contracts = accounts.filter(({ code }) => code !== '0x')
  const ofEach = (
    chosen: readonly BenchedAccount[],
    params: (account: BenchedAccount) => readonly unknown[],
  ) => chosen.map((account) => [...params(account), 'latest'])
  return [
    {
      method: 'eth_getBalance',
      what: `${accounts.length} accounts`,
      params: ofEach(accounts, ({ address }) => [address]),
    },
    {
      method: 'eth_getTransactionCount',
      what: `${accounts.length} accounts`,
      params: ofEach(accounts, ({ address }) => [address]),
    },
    {
      method: 'eth_getCode',
      what: `${contracts.length} contracts`,
      params: ofEach(contracts, ({ address }) => [address]),
    },
    {
      method: 'eth_getStorageAt',
      what: `${accounts.length} slots`,
      params: ofEach(accounts, ({ slot }) => [token, slot]),
    },
    {
      method: 'eth_call',
      what: `balanceOf of ${accounts.length} accounts`,
      params: ofEach(accounts, ({ address }) => [
        {
          to: token,
          data: encodeFunctionData({ abi: erc20Abi, functionName: 'balanceOf', args: [address] }),
        },
      ]),
    },
  ]
}
