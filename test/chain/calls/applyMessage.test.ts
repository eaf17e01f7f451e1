import { createBlockHeaderFromBytesArray, Block as ExecutionBlock } from '@ethereumjs/block'
import { RLP } from '@ethereumjs/rlp'
import type { TypedTransaction } from '@ethereumjs/tx'
import { createVM, runTx } from '@ethereumjs/vm'
import { describe, expect, it } from 'vitest'
import { type AppliedMessage, TRANSACTION_CHECKS } from '../../../src/chain/calls/appliedMessage.ts'
import { applyMessage } from '../../../src/chain/calls/applyMessage.ts'
import { contextOf } from '../../../src/chain/calls/blockContext.ts'
import { withCallEngine } from '../../../src/chain/calls/callEngine.ts'
import { chainEnvironment } from '../../../src/chain/calls/chainEnvironment.ts'
import { headerValuesOf } from '../../../src/chain/calls/headerValues.ts'
import { createChain } from '../../../src/chain/createChain.ts'
import type { TransactionItem } from '../../../src/chain/encoding/listItem.ts'
import type { BuiltBlock } from '../../../src/chain/execution/builtBlock.ts'
import { Engines } from '../../../src/chain/execution/engine.ts'
import { executeBlock, readTransaction } from '../../../src/chain/execution/executeBlock.ts'
import { createChainCore } from '../../../src/chain/genesis/chainCore.ts'
import { forkNames } from '../../../src/chain/protocol/forks.ts'
import { applyChanges } from '../../../src/chain/state/applyChanges.ts'
import type { ChainSpec } from '../../../src/index.ts'
import { forksFrom } from '../../support/forksFrom.ts'
import { sized } from '../../support/sized.ts'

// Every transaction of generated chains runs twice on the same states: with the stock `runTx`, and as a message.

interface Outcome {
  readonly succeeded: boolean
  readonly gasUsed: bigint
  readonly output: Uint8Array
  readonly logs: unknown
  readonly createdAddress: Uint8Array | undefined
  readonly stateRoot: Uint8Array
}

function messageOf(tx: TypedTransaction, baseFee: bigint | undefined): AppliedMessage {
  const feeCap = 'maxFeePerGas' in tx ? tx.maxFeePerGas : tx.gasPrice
  const tipCap = 'maxPriorityFeePerGas' in tx ? tx.maxPriorityFeePerGas : tx.gasPrice
  const price = baseFee === undefined || feeCap < baseFee + tipCap ? feeCap : baseFee + tipCap
  return {
    from: tx.getSenderAddress().bytes,
    to: tx.to?.bytes,
    nonce: tx.nonce,
    value: tx.value,
    gasLimit: tx.gasLimit,
    gasPrice: price,
    gasFeeCap: feeCap,
    gasTipCap: tipCap,
    data: tx.data,
    accessList:
      'accessList' in tx
        ? tx.accessList.map(([address, storageKeys]) => ({ address, storageKeys }))
        : undefined,
    blobGasFeeCap: 'maxFeePerBlobGas' in tx ? tx.maxFeePerBlobGas : undefined,
    blobHashes:
      'blobVersionedHashes' in tx
        ? tx.blobVersionedHashes.map((hash) => Buffer.from(hash.slice(2), 'hex'))
        : undefined,
    authorizationList:
      'authorizationList' in tx
        ? tx.authorizationList.map(([chainId, address, nonce, yParity, r, s]) => ({
            chainId: number(chainId),
            address,
            nonce: number(nonce),
            yParity: Number(number(yParity)),
            r: number(r),
            s: number(s),
          }))
        : undefined,
  }
}

function number(bytes: Uint8Array): bigint {
  return BigInt(`0x0${Buffer.from(bytes).toString('hex')}`)
}

const traffic = { transactionsPerBlock: [0, 8] } as const
const forks = forksFrom('chainstart', 2)
// `stockFaults.test.ts` says what runTx gets wrong in Amsterdam; these transactions have none of it.
const amsterdam = { preset: 'amsterdam', blocks: 16, transactionsPerBlock: [2, 8] } as const

const specs: ChainSpec[] = sized<ChainSpec[]>(
  [
    { preset: 'eras', forks, blocks: 2 * forkNames.length, transactionsPerBlock: [0, 5] },
    { preset: 'latest', blocks: 10, ...traffic },
    { preset: 'pow', blocks: 6, ...traffic },
    amsterdam,
  ],
  [
    { preset: 'history', blocks: 84, ...traffic },
    { preset: 'eras', blocks: 124, ...traffic },
    { preset: 'pow', blocks: 24, ...traffic },
    { preset: 'latest', blocks: 32, ...traffic },
    amsterdam,
  ],
)

async function runStock(
  engines: Engines,
  parent: BuiltBlock,
  rlp: Uint8Array,
): Promise<{ readonly outcomes: Outcome[]; readonly transactions: TypedTransaction[] }> {
  const [items, transactionItems] = RLP.decode(rlp) as [Uint8Array[], TransactionItem[]]
  const engine = await engines.after(parent.sealed, Number(headerValuesOf({ rlp }).timestamp))
  const header = createBlockHeaderFromBytesArray(items, { common: engine.common })
  const block = new ExecutionBlock(header, [], [], undefined, { common: engine.common })
  const transactions = transactionItems.map((item) => readTransaction(item, engine).executable())
  engine.state.reset(parent.state)
  const outcomes: Outcome[] = []
  // The frames of our own EVM are not those that runTx expects in Amsterdam.
  const isAmsterdam = engine.fork === 'amsterdam'
  const vm = isAmsterdam
    ? await createVM({ common: engine.common, stateManager: engine.state })
    : engine.vm
  for (const tx of transactions) {
    const result = await runTx(vm, { tx, block, skipHardForkValidation: true })
    outcomes.push({
      succeeded: result.execResult.exceptionError === undefined,
      gasUsed: result.totalGasSpent,
      output: result.execResult.returnValue,
      logs: result.receipt.logs,
      createdAddress: result.createdAddress?.bytes,
      stateRoot: engine.state.toTrie().root(),
    })
  }
  return { outcomes, transactions }
}

async function compare(spec: ChainSpec): Promise<number> {
  const chain = await createChain({ seed: 'messages', ...spec })
  const core = await createChainCore(chain.rules, chain.genesis)
  const stock = Engines.create(chain.rules, (parent, at) => chain.tree.ancestorHash(parent, at))
  let parent = core.genesisBlock
  let compared = 0
  for (let at = 1; at <= chain.tree.head.number; at++) {
    const block = chain.tree.byNumber(at)
    if (block === undefined) throw new Error(`no block ${at}`)
    // The stock VM reads code from the store of the blocks that have run so far.
    for (const [name, code] of core.engines.codes as Map<string, never>) stock.codes.set(name, code)
    const { outcomes, transactions } = await runStock(stock, parent, block.rlp)
    const environment = chainEnvironment({
      rules: chain.rules,
      block,
      state: parent.state,
      codes: core.engines.codes,
      tree: chain.tree,
    })
    const context = contextOf(environment, headerValuesOf(block))
    const ours = await withCallEngine(environment, async (engine) => {
      const results: Outcome[] = []
      for (const tx of transactions) {
        const message = messageOf(tx, context.baseFee)
        const result = await applyMessage(engine, context, message, { checks: TRANSACTION_CHECKS })
        results.push({
          succeeded: result.failure === undefined,
          gasUsed: result.gasUsed,
          output: result.output,
          logs: result.logs,
          createdAddress: result.createdAddress,
          stateRoot: applyChanges(parent.state, engine.state.changes()).root(),
        })
      }
      return results
    })
    expect(ours, `block ${at}`).toEqual(outcomes)
    compared += ours.length
    parent = await executeBlock(core.engines, parent, block.rlp)
  }
  return compared
}

describe('applyMessage', () => {
  it.each(specs)('runs the transactions of the preset $preset as runTx does', async (spec) => {
    expect(await compare(spec)).toBeGreaterThan(spec.blocks ?? 0)
  })
})
