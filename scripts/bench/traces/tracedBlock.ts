import type { ChainSpec } from '../../../src/chain/spec/spec.ts'
import type { Hex } from '../../../src/primitives/hex.ts'
import { callAt } from '../../interop/foreignNode.ts'
import { STATE_SPEC } from '../state/benchedState.ts'

/** That of the state, with more calls between contracts, and no transactions that another node takes only with blobs. */
export const TRACED_SPEC = {
  ...STATE_SPEC,
  traffic: {
    'blob-transfer': 0,
    burst: 0,
    'pool-swap': 400,
    multicall: 400,
    'token-transfer': 100,
  },
} as const satisfies ChainSpec

export const TRACED_NAME = `block of ${TRACED_SPEC.transactionsPerBlock[0]} transactions`

/** An account before a block. */
interface PriorAccount {
  readonly address: Hex
  readonly balance: Hex
  readonly nonce: Hex
  readonly code: Hex
  readonly slots: readonly (readonly [slot: Hex, value: Hex])[]
}

/** A block, and everything that its transactions depend on. */
export interface TracedBlock {
  readonly header: {
    readonly number: Hex
    readonly timestamp: Hex
    readonly miner: Hex
    readonly gasLimit: Hex
    readonly baseFeePerGas: Hex
    readonly mixHash: Hex
  }
  readonly hashes: readonly Hex[]
  /** the transactions as they were signed */
  readonly raw: readonly Hex[]
  readonly accounts: readonly PriorAccount[]
}

type Prestate = Readonly<Record<Hex, { readonly storage?: Readonly<Record<Hex, Hex>> }>>

/** Reads the last block that a server has. */
export async function readTracedBlock(url: string): Promise<TracedBlock> {
  const header = await callAt<TracedBlock['header'] & { readonly transactions: Hex[] }>(
    url,
    'eth_getBlockByNumber',
    ['latest', false],
  )
  const { number, transactions: hashes } = header
  const raw = await Promise.all(
    hashes.map((hash) => callAt<Hex>(url, 'eth_getRawTransactionByHash', [hash])),
  )
  const traces = await callAt<{ readonly result: Prestate }[]>(url, 'debug_traceBlockByNumber', [
    number,
    { tracer: 'prestateTracer' },
  ])
  const slots = new Map<Hex, Set<Hex>>()
  for (const { result } of traces) {
    for (const [address, { storage = {} }] of Object.entries(result) as [Hex, Prestate[Hex]][]) {
      const known = slots.get(address) ?? new Set()
      slots.set(address, known)
      for (const slot of Object.keys(storage) as Hex[]) known.add(slot)
    }
  }
  const parent = `0x${(Number(number) - 1).toString(16)}`
  const accounts = [...slots].map(async ([address, own]): Promise<PriorAccount> => {
    const read = (method: string, ...before: readonly Hex[]) =>
      callAt<Hex>(url, method, [address, ...before, parent])
    const values = [...own].map(
      async (slot) => [slot, await read('eth_getStorageAt', slot)] as const,
    )
    return {
      address,
      balance: await read('eth_getBalance'),
      nonce: await read('eth_getTransactionCount'),
      code: await read('eth_getCode'),
      slots: await Promise.all(values),
    }
  })
  return { header, hashes, raw, accounts: await Promise.all(accounts) }
}
