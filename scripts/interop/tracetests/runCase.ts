import { Account, Address } from '@ethereumjs/util'
import { TRANSACTION_CHECKS } from '../../../src/chain/calls/appliedMessage.ts'
import { type BlockContext, forkOf } from '../../../src/chain/calls/blockContext.ts'
import { commonOf } from '../../../src/chain/calls/commonOf.ts'
import { messageOfTransaction } from '../../../src/chain/calls/replay/messageOfTransaction.ts'
import { withTraceEngine } from '../../../src/chain/calls/replay/traceEngine.ts'
import { createTracer } from '../../../src/chain/calls/tracers/createTracer.ts'
import { decodeTransaction } from '../../../src/chain/encoding/decode/decodeTransaction.ts'
import type { TransactionItem } from '../../../src/chain/encoding/listItem.ts'
import { unmetered } from '../../../src/chain/execution/meter.ts'
import { blobBaseFeeOf } from '../../../src/chain/protocol/blobGas.ts'
import type { ForkName, ForkPoint } from '../../../src/chain/protocol/forks.ts'
import type { Rules } from '../../../src/chain/protocol/rules.ts'
import { EMPTY_STATE, type StateTrie } from '../../../src/chain/state/account.ts'
import type { StoredCode } from '../../../src/chain/state/codeStore.ts'
import { WorldState } from '../../../src/chain/state/worldState.ts'
import { fromHex, type Hex, toHex } from '../../../src/primitives/hex.ts'
import { readRlp } from '../../../src/primitives/readRlp.ts'
import { tracerOf } from '../../../src/rpc/params/tracerOf.ts'
import { LimitedJson } from '../../../src/threads/calls/answers/limitedJson.ts'
import type { CaseFile } from './caseFile.ts'
import { senderOf } from './senderOf.ts'

const forkFields: readonly (readonly [field: string, fork: ForkName])[] = [
  ['homesteadBlock', 'homestead'],
  ['eip150Block', 'tangerineWhistle'],
  ['eip158Block', 'spuriousDragon'],
  ['byzantiumBlock', 'byzantium'],
  ['constantinopleBlock', 'constantinople'],
  ['petersburgBlock', 'petersburg'],
  ['istanbulBlock', 'istanbul'],
  ['berlinBlock', 'berlin'],
  ['londonBlock', 'london'],
  ['terminalTotalDifficulty', 'paris'],
  ['shanghaiTime', 'shanghai'],
  ['cancunTime', 'cancun'],
  ['pragueTime', 'prague'],
  ['osakaTime', 'osaka'],
]

const NO_HASH = new Uint8Array(32)

/** Traces the transaction of a test case. */
export async function runCase(file: CaseFile, tracerName: string): Promise<unknown> {
  const rules = rulesOf(file)
  const context = contextOf(file, rules)
  const codes = new Map<string, StoredCode>()
  const state = await stateOf(file, codes)
  const hash: Hex = `0x${'00'.repeat(32)}`
  const environment = {
    rules,
    block: { number: Number(context.number) - 1, hash, parentHash: hash, rlp: fromHex('0xc0') },
    state,
    code: (name: string) => codes.get(name),
    blockHash: () => NO_HASH,
    hasExactRoot: () => true,
    nextStateRoot: () => NO_HASH,
    meter: unmetered,
  }
  const input = file.input.startsWith('0x') ? file.input : `0x${file.input}`
  const bytes = fromHex(input as Hex)
  const item = ((bytes[0] as number) >= 0xc0 ? readRlp(bytes) : bytes) as TransactionItem
  const from = senderOf(item, commonOf(rules, context.fork))
  const message = messageOfTransaction(decodeTransaction(item, from), context.baseFee)
  const json = new LimitedJson({ bytesMax: 1e9 })
  const tracer = createTracer(tracerOf(tracerName, file.tracerConfig ?? undefined), json)
  await withTraceEngine(environment, (engine) =>
    engine.apply(
      context,
      { message, hash: undefined, index: 0, blockHash: undefined },
      { checks: TRANSACTION_CHECKS },
      tracer,
    ),
  )
  tracer.finish()
  return JSON.parse(Buffer.from(json.bytes()).toString())
}

function rulesOf({ genesis: { config } }: CaseFile): Rules {
  const forks: { name: ForkName; at: ForkPoint }[] = [{ name: 'chainstart', at: { block: 0 } }]
  // Go reads names in any case.
  const values = new Map(Object.entries(config).map(([name, value]) => [name.toLowerCase(), value]))
  for (const [field, name] of forkFields) {
    const value = values.get(field.toLowerCase())
    if (value === undefined || value === null) continue
    const point = Number(value)
    // Whether a block is after the merge follows from its randomness.
    if (name === 'paris') forks.push({ name, at: { block: 0 } })
    else forks.push({ name, at: field.endsWith('Time') ? { timestamp: point } : { block: point } })
  }
  return { chainId: Number(config.chainId), genesisTimestamp: 0, forks }
}

function contextOf({ genesis, context }: CaseFile, rules: Rules): BlockContext {
  const { config } = genesis
  const isMerged =
    config.terminalTotalDifficulty !== undefined && Number(config.terminalTotalDifficulty) === 0
  const [number, time] = [BigInt(context.number), BigInt(context.timestamp)]
  const fork = forkOf(rules, number, time, isMerged)
  const isLondon = config.londonBlock !== undefined && number >= BigInt(Number(config.londonBlock))
  const { excessBlobGas } = genesis
  return {
    fork,
    number,
    time,
    coinbase: fromHex(context.miner as Hex),
    gasLimit: BigInt(context.gasLimit),
    difficulty: BigInt(context.difficulty),
    prevRandao: isMerged ? fromHex((genesis.mixHash ?? toHex(NO_HASH)) as Hex) : undefined,
    baseFee: isLondon ? BigInt(context.baseFeePerGas ?? 0) : undefined,
    blobBaseFee: excessBlobGas ? blobBaseFeeOf(fork, BigInt(excessBlobGas)) : 1n,
    blockHash: () => NO_HASH,
  }
}

async function stateOf({ genesis }: CaseFile, codes: Map<string, StoredCode>): Promise<StateTrie> {
  const state = new WorldState(EMPTY_STATE, codes)
  for (const [name, account] of Object.entries(genesis.alloc)) {
    const { balance = '0x0', nonce = '0x0', code = '0x', storage = {} } = account
    const address = new Address(fromHex((name.startsWith('0x') ? name : `0x${name}`) as Hex))
    await state.putAccount(address, new Account(BigInt(nonce), BigInt(balance)))
    if (code !== '0x') await state.putCode(address, fromHex(code as Hex))
    for (const [slot, value] of Object.entries(storage)) {
      await state.putStorage(address, word(slot), word(value))
    }
  }
  return state.toTrie()
}

function word(hex: string): Uint8Array {
  return fromHex(`0x${hex.replace(/^0x/, '').padStart(64, '0')}`)
}
