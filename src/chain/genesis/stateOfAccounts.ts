import { yieldToEventLoop } from '../../primitives/yieldToEventLoop.ts'
import { systemContracts } from '../contracts/system.ts'
import type { Rules } from '../protocol/rules.ts'
import { EMPTY_STATE, type StateTrie } from '../state/account.ts'
import type { CodeStore } from '../state/codeStore.ts'
import { WorldState } from '../state/worldState.ts'
import { type GenesisAccount, putGenesisAccount } from './genesis.ts'

/** The state that consists of some accounts. Their code is added to `codes`. */
export async function stateOfAccounts(
  accounts: readonly GenesisAccount[],
  codes: CodeStore,
  signal?: AbortSignal,
): Promise<StateTrie> {
  const world = new WorldState(EMPTY_STATE, codes)
  for (const account of accounts) {
    await putGenesisAccount(world, account)
    await yieldToEventLoop()
    signal?.throwIfAborted()
  }
  return world.toTrie()
}

/** Accounts, and the system contracts that are missing among them: every block calls these. */
export function withSystemContracts(
  accounts: readonly GenesisAccount[],
  { forks }: Rules,
): readonly GenesisAccount[] {
  const byAddress = new Map(accounts.map((account) => [account.address, account]))
  for (const { address, code, since } of systemContracts) {
    if (!forks.some(({ name }) => name === since)) continue
    const account = byAddress.get(address) ?? { ...NO_ACCOUNT, address }
    if (account.code === '0x') byAddress.set(address, { ...account, code })
  }
  return [...byAddress.values()]
}

const NO_ACCOUNT = { balance: 0n, nonce: 1n, code: '0x', storage: {} } as const
