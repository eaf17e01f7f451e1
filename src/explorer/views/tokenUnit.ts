import { type ReadonlySignal, type Signal, signal } from '@preact/signals'
import { BoundedCache } from '../connection/boundedCache.ts'
import type { KnownContract } from '../decode/contractBook.ts'
import { quantityOf } from '../decode/units.ts'
import { useSession } from '../sessionContext.ts'
import type { Session } from '../store/session.ts'
import { useNames } from './nameBook.ts'

/** The unit in which people give the amounts of a token. */
export interface TokenUnit {
  readonly decimals: number
  readonly symbol: string
}

/** The call `decimals()` of ERC-20. */
const DECIMALS = '0x313ce567'

/** More than any token has: 2^256 has 78 digits. */
const DECIMALS_MAX = 77n

const units = new WeakMap<Session, BoundedCache<string, Signal<TokenUnit | undefined>>>()

/** The unit of the amounts in the calls and logs of a contract; undefined if it is no token, or not yet known. */
export function useTokenUnit(address: string | undefined): TokenUnit | undefined {
  const session = useSession()
  const contract = useNames().find(address ?? '')
  if (contract === undefined || !hasDecimals(contract)) return undefined
  return unitOf(session, contract).value
}

function hasDecimals({ abi }: KnownContract): boolean {
  return abi.some(({ type, name, inputs }) => {
    return type === 'function' && name === 'decimals' && (inputs ?? []).length === 0
  })
}

function unitOf(
  session: Session,
  { address, symbol }: KnownContract,
): ReadonlySignal<TokenUnit | undefined> {
  let known = units.get(session)
  if (known === undefined) {
    known = new BoundedCache(200)
    units.set(session, known)
  }
  let unit = known.get(address)
  if (unit === undefined) {
    unit = signal(undefined)
    known.set(address, unit)
    void load(session, address, symbol ?? '', unit)
  }
  return unit
}

async function load(
  { connection }: Session,
  to: string,
  symbol: string,
  unit: Signal<TokenUnit | undefined>,
): Promise<void> {
  try {
    const answer = await connection.request('eth_call', [{ to, data: DECIMALS }, 'latest'])
    const decimals = quantityOf(answer)
    if (decimals === undefined || decimals > DECIMALS_MAX) return
    unit.value = { decimals: Number(decimals), symbol }
  } catch {
    // Without the unit the page shows the whole number.
  }
}
