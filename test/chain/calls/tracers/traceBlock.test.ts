import { describe, expect, it } from 'vitest'
import { createChain } from '../../../../src/chain/createChain.ts'
import type { Block, SealedBlock } from '../../../../src/chain/encoding/block.ts'
import { decodeBlock } from '../../../../src/chain/encoding/decode.ts'
import { toByteText } from '../../../../src/chain/state/byteText.ts'
import { fromHex, type Hex, toHex } from '../../../../src/primitives/hex.ts'
import { keccak256 } from '../../../../src/primitives/keccak.ts'
import { sized } from '../../../support/sized.ts'
import { traceOf } from '../../../support/traces/traceChain.ts'

const presets = ['history', 'eras', 'pow', 'latest', 'amsterdam'] as const
const BLOCKS = sized(12, 128)

/** In gas: what an operation of Amsterdam may pay for new state, which its cost leaves out (EIP-8037). */
const STATE_GAS: Readonly<Record<string, number>> = {
  SSTORE: 97_920,
  CALL: 183_600,
  CREATE: 183_600,
  CREATE2: 183_600,
}

interface CallResult {
  readonly gas: Hex
  readonly gasUsed: Hex
  readonly from: Hex
  readonly to?: Hex
  readonly error?: string
  readonly calls?: readonly CallResult[]
  readonly logs?: readonly { readonly index: Hex; readonly data: Hex; readonly position: Hex }[]
}

interface AccountResult {
  readonly balance?: Hex
  readonly nonce?: number
  readonly code?: Hex
  readonly storage?: Readonly<Record<Hex, Hex>>
}

interface StructResult {
  readonly gas: number
  readonly failed: boolean
  readonly structLogs: readonly {
    readonly op: string
    readonly gas: number
    readonly gasCost: number
    readonly depth: number
    readonly refund?: number
  }[]
}

interface DiffResult {
  readonly pre: Readonly<Record<Hex, AccountResult>>
  readonly post: Readonly<Record<Hex, AccountResult>>
}

function logsOf(frame: CallResult): NonNullable<CallResult['logs']>[number][] {
  return [...(frame.logs ?? []), ...(frame.calls ?? []).flatMap(logsOf)]
}

describe.each(presets)('traceBlock, preset %s', async (preset) => {
  const chain = await createChain({ seed: 'traces', preset, blocks: BLOCKS })
  const blocks = Array.from(
    { length: BLOCKS },
    (_, index) => chain.tree.byNumber(index + 1) as SealedBlock,
  )

  it('gives the outermost frame the gas, the status and the logs of the receipt', async () => {
    for (const sealed of blocks) {
      const { transactions, receipts } = decodeBlock(sealed)
      const options = { withLog: true, onlyTopCall: false }
      const traces = await traceOf<CallResult>(chain, sealed, { name: 'callTracer', options })
      expect(traces).toHaveLength(transactions.length)
      for (const [index, trace] of traces.entries()) {
        const [transaction, receipt] = [transactions[index], receipts[index]]
        expect(BigInt(trace.gas)).toBe(transaction?.gas)
        expect(BigInt(trace.gasUsed)).toBe(receipt?.gasUsed)
        expect(trace.from).toBe(transaction?.from)
        if (receipt?.status !== undefined) {
          expect(trace.error === undefined).toBe(receipt.status === 1)
        }
        if (receipt?.contractAddress && trace.error === undefined) {
          expect(trace.to).toBe(receipt.contractAddress)
        }
        const logs = logsOf(trace).sort((one, other) => Number(one.index) - Number(other.index))
        const written = logs.map(({ index: at, data }) => [Number(at), data])
        expect(written).toEqual(receipt?.logs.map(({ logIndex, data }) => [logIndex, data]))
      }
    }
  })

  it('lists in a flat trace as many frames as in a nested one, with precompiled contracts', async () => {
    for (const sealed of blocks) {
      const nested = await traceOf<CallResult>(chain, sealed, {
        name: 'callTracer',
        options: { withLog: false, onlyTopCall: false },
      })
      const flat = await traceOf<readonly { readonly subtraces: number }[]>(chain, sealed, {
        name: 'flatCallTracer',
        options: { includePrecompiles: true, convertParityErrors: false },
      })
      const count = (frame: CallResult): number =>
        1 + (frame.calls ?? []).reduce((sum, call) => sum + count(call), 0)
      expect(flat.map((frames) => frames.length)).toEqual(nested.map(count))
    }
  })

  it('lists the changes of state that the block made', async () => {
    const options = {
      diffMode: true,
      disableCode: false,
      disableStorage: false,
      includeEmpty: false,
    }
    let compared = 0
    for (const sealed of blocks) {
      const block = decodeBlock(sealed)
      const known = new Map<Hex, AccountResult>()
      const diffs = await traceOf<DiffResult>(chain, sealed, { name: 'prestateTracer', options })
      for (const { pre, post } of diffs) {
        for (const [address, before] of Object.entries(pre) as [Hex, AccountResult][]) {
          const storage = { ...known.get(address)?.storage, ...zeros(before.storage) }
          known.set(address, { ...known.get(address), ...before, storage })
        }
        for (const [address, after] of Object.entries(post) as [Hex, AccountResult][]) {
          const storage = { ...known.get(address)?.storage, ...after.storage }
          known.set(address, { ...known.get(address), ...after, storage })
        }
      }
      const state = await chain.states.after(sealed)
      for (const [address, account] of known) {
        if (isPaidByBlock(block, address)) continue
        const stored = state.get(keccak256(fromHex(address)))
        // A contract that destroyed itself is listed only as it was before.
        if (stored === undefined) continue
        compared++
        expect({ address, balance: BigInt(account.balance ?? 0) }).toEqual({
          address,
          balance: stored.balance,
        })
        expect(BigInt(account.nonce ?? 0)).toBe(stored.nonce)
        if (account.code) expect(keccak256(fromHex(account.code))).toEqual(stored.codeHash)
        for (const [slot, value] of Object.entries(account.storage ?? {})) {
          const minimal = toHex(fromHex(value)).replace(/^0x(00)*/, '0x') as Hex
          const expected = minimal === '0x' ? undefined : toByteText(fromHex(minimal))
          expect(stored.storage.get(keccak256(fromHex(slot as Hex)))).toEqual(expected)
        }
      }
    }
    expect(compared).toBeGreaterThan(BLOCKS)
  })

  it('lists operations whose costs sum up to the gas of the transaction', async () => {
    const options = {
      enableMemory: false,
      disableStack: true,
      disableStorage: true,
      enableReturnData: false,
      limit: 0,
    }
    let compared = 0
    for (const sealed of blocks) {
      const { transactions, receipts } = decodeBlock(sealed)
      const traces = await traceOf<StructResult>(chain, sealed, { name: 'structLogger', options })
      for (const [index, { gas, failed, structLogs }] of traces.entries()) {
        const [transaction, receipt] = [transactions[index], receipts[index]]
        expect(BigInt(gas)).toBe(receipt?.gasUsed)
        for (const [at, log] of structLogs.entries()) {
          const next = structLogs[at + 1]
          if (next?.depth !== log.depth) continue
          // A call of an account without code returns the gas that it passed on.
          const stateGas = preset === 'amsterdam' ? (STATE_GAS[log.op] ?? 0) : 0
          expect(next.gas).toBeGreaterThanOrEqual(log.gas - log.gasCost - stateGas)
        }
        const last = structLogs.at(-1)
        if (failed || last === undefined || transaction?.to === null) continue
        const used = Number(transaction?.gas) - (last.gas - last.gasCost)
        const refund = last.refund ?? 0
        const [least, most] = [used - Math.min(refund, Math.floor(used / 2)), used]
        compared++
        if (refund === 0) expect(gas).toBeGreaterThanOrEqual(used)
        else expect(gas >= least && gas <= most).toBe(true)
      }
    }
    expect(compared).toBeGreaterThan(BLOCKS / 4)
  })
})

function zeros(storage: AccountResult['storage'] = {}): Record<Hex, Hex> {
  const empty: Hex = `0x${'0'.repeat(64)}`
  return Object.fromEntries(Object.keys(storage).map((slot) => [slot, empty]))
}

/** Whether the block itself changes an account after its transactions. */
function isPaidByBlock({ header, uncles, withdrawals = [] }: Block, address: Hex): boolean {
  const paid = [
    header.miner,
    ...uncles.map((uncle) => uncle.header.miner),
    ...withdrawals.map((withdrawal) => withdrawal.address),
  ]
  // The system contracts for requests to the beacon chain empty their queues.
  return paid.includes(address) || address.startsWith('0x0000')
}
