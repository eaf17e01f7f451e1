import { Address } from '@ethereumjs/util'
import { fromHex, type Hex } from '../../primitives/hex.ts'
import type { WorldState } from '../state/worldState.ts'

/** An account that exists from genesis on. */
export interface GenesisAccount {
  /** DATA, 20 bytes */
  readonly address: Hex
  /** in wei */
  readonly balance: bigint
  readonly nonce: bigint
  /** runtime code; `0x` for an account that is not a contract */
  readonly code: Hex
  /** slots and their values, each DATA, 32 bytes */
  readonly storage: Readonly<Record<Hex, Hex>>
}

/** The initial state and header fields of a chain. */
export interface Genesis {
  /** in seconds since 1970 */
  readonly timestamp: number
  /** in gas */
  readonly gasLimit: bigint
  readonly difficulty: bigint
  readonly extraData: Hex
  /** DATA, 20 bytes */
  readonly miner: Hex
  /** DATA, 32 bytes */
  readonly mixHash: Hex
  /** DATA, 8 bytes */
  readonly nonce: Hex
  /** in wei per gas; from London on, default: 1 gwei */
  readonly baseFeePerGas?: bigint
  /** in blob gas; from Cancun on, default: 0 */
  readonly blobGasUsed?: bigint
  /** in blob gas; from Cancun on, default: 0 */
  readonly excessBlobGas?: bigint
  /** from Amsterdam on, default: 0 */
  readonly slotNumber?: bigint
  readonly accounts: readonly GenesisAccount[]
}

/**
 * Adds an account to a state that does not have it.
 *
 * @internal
 */
export async function putGenesisAccount(world: WorldState, account: GenesisAccount): Promise<void> {
  const address = new Address(fromHex(account.address))
  await world.modifyAccountFields(address, { nonce: account.nonce, balance: account.balance })
  if (account.code !== '0x') await world.putCode(address, fromHex(account.code))
  for (const [slot, value] of Object.entries(account.storage)) {
    await world.putStorage(address, fromHex(slot), fromHex(value))
  }
}
