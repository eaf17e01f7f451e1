import type { PrecompileFunc } from '@ethereumjs/evm'
import { Account, Address } from '@ethereumjs/util'
import { checksumAddress } from '../../primitives/checksumAddress.ts'
import type { CallEngine } from './callEngine.ts'
import { callServerError } from './callError.ts'
import type { AccountOverride, StateOverrides } from './overrides.ts'

const NO_SLOTS = new Uint8Array(0)

/** Precompiled contracts by their addresses in hex without prefix. */
export type Precompiles = Map<string, PrecompileFunc>

/**
 * Changes the state of an engine before a call (geth, internal/ethapi/override, StateOverride.Apply).
 *
 * @param precompiles is changed, too: a contract that is overridden is not precompiled any more, and one may be moved
 * @throws {CallError} if the overrides contradict each other
 */
export async function applyStateOverrides(
  engine: CallEngine,
  overrides: StateOverrides,
  precompiles: Precompiles,
): Promise<void> {
  const sorted = overrides
    .map((override) => ({ override, name: nameOf(override.address) }))
    .sort((one, other) => (one.name < other.name ? -1 : Number(one.name > other.name)))
  const overridden = new Set(sorted.map(({ name }) => name))
  const moved = new Set<string>()
  for (const { override, name } of sorted) {
    if (moved.has(name)) {
      const address = checksumAddress(override.address)
      throw callServerError(`account ${address} has already been overridden by a precompile`)
    }
    const precompile = precompiles.get(name)
    const target = override.movePrecompileTo
    if (target !== undefined) {
      if (precompile === undefined) {
        throw callServerError(`account ${checksumAddress(override.address)} is not a precompile`)
      }
      if (overridden.has(nameOf(target))) {
        throw callServerError(`account ${checksumAddress(target)} is already overridden`)
      }
      precompiles.set(nameOf(target), precompile)
      moved.add(nameOf(target))
    }
    precompiles.delete(name)
    await overrideAccount(engine, override)
  }
}

async function overrideAccount({ state }: CallEngine, override: AccountOverride): Promise<void> {
  const { nonce, code, balance, state: slots, stateDiff } = override
  const address = new Address(override.address)
  const fields = [nonce, code, balance, slots, stateDiff?.at(0)]
  if (fields.every((field) => field === undefined)) return
  const account = (await state.getAccount(address)) ?? new Account()
  if (nonce !== undefined) account.nonce = nonce
  if (balance !== undefined) account.balance = balance
  await state.putAccount(address, account)
  if (code !== undefined) await state.putCode(address, code)
  if (slots !== undefined && stateDiff !== undefined) {
    const name = checksumAddress(override.address)
    throw callServerError(`account ${name} has both 'state' and 'stateDiff'`)
  }
  if (slots !== undefined) await state.clearStorage(address)
  const changed = slots ?? stateDiff ?? NO_SLOTS
  for (let at = 0; at < changed.length; at += 64) {
    await state.putStorage(
      address,
      changed.subarray(at, at + 32),
      changed.subarray(at + 32, at + 64),
    )
  }
}

function nameOf(address: Uint8Array): string {
  return Buffer.from(address).toString('hex')
}
