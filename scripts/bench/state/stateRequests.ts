import { encodeFunctionData, erc20Abi } from 'viem'
import type { BenchedAccount, BenchedState } from './benchedState.ts'

/** Requests of one method, each about another account. */
export interface StateRequests {
  readonly method: string
  /** what it reads, for the name of the row */
  readonly what: string
  readonly params: readonly (readonly unknown[])[]
  readonly targets: Targets
}

/** The shares that we want of the rates of a bare server, and of other nodes. */
interface Targets {
  readonly bare: number
  readonly node: number
}

const READ: Targets = { bare: 0.8, node: 1 }
const CALL: Targets = { bare: 0.2, node: 0.5 }

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
      targets: READ,
    },
    {
      method: 'eth_getTransactionCount',
      what: `${accounts.length} accounts`,
      params: ofEach(accounts, ({ address }) => [address]),
      targets: READ,
    },
    {
      method: 'eth_getCode',
      what: `${contracts.length} contracts`,
      params: ofEach(contracts, ({ address }) => [address]),
      targets: READ,
    },
    {
      method: 'eth_getStorageAt',
      what: `${accounts.length} slots`,
      params: ofEach(accounts, ({ slot }) => [token, slot]),
      targets: READ,
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
      targets: CALL,
    },
  ]
}
