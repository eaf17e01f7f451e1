import { describe, expect, it } from 'vitest'
import type { Account } from '../../../src/chain/accounts.ts'
import type { BlockAuthor } from '../../../src/chain/byHand/blockAuthor.ts'
import type { Chain } from '../../../src/chain/chain.ts'
import { createChain } from '../../../src/chain/createChain.ts'
import type { SealedBlock } from '../../../src/chain/encoding/block.ts'
import type { Preset } from '../../../src/chain/spec/presets.ts'
import { verifiableChain } from '../../../src/chain/verify/verifiableChain.ts'
import { verify } from '../../../src/chain/verify/verify.ts'
import { toBigInt, toHex } from '../../../src/primitives/hex.ts'
import {
  add,
  at,
  authorization,
  authorizations,
  blobs,
  CHAIN_ID,
  type Change,
  CURVE_ORDER,
  changeLog,
  copy,
  createWith,
  cut,
  dropLast,
  first,
  firstReceipt,
  flip,
  flipParity,
  flipStatus,
  forgetUncles,
  gapAfterFirst,
  put,
  raiseS,
  raiseSOfLegacy,
  relabelled,
  repeatFirst,
  retype,
  set,
  signed,
  signer,
  twoOfOneSender,
  zero,
} from '../../support/changes.ts'
import {
  type Envelope,
  type LooseBlock,
  putTogether,
  resealHashes,
  resealRoots,
  resign,
  takeApart,
  uint,
} from '../../support/looseBlock.ts'

/**
 * How much is recomputed after a change, so that only the tested rule can find it: nothing; the hash of the block and
 * the links of later blocks; or also the roots in the header.
 */
type Seal = 'bytes' | 'hash' | 'roots'

type Corruption = readonly [
  what: string,
  preset: Preset,
  /** the target: the first block with this property */
  where: (block: LooseBlock, blocks: readonly LooseBlock[]) => boolean,
  change: (change: Change) => void,
  seal: Seal,
  /** the field that is reported; a pattern stands for the first of several transactions or receipts */
  field: string,
]

const blocksOf: Readonly<Record<Preset, number>> = {
  pow: 40,
  eras: 120,
  history: 60,
  latest: 24,
  amsterdam: 0,
}
const chains = new Map<Preset, Chain>()
for (const preset of Object.keys(blocksOf) as Preset[]) {
  const spec = { preset, blocks: blocksOf[preset], seed: 'corrupt' }
  chains.set(preset, await createChain({ ...spec, transactionsPerBlock: [2, 4] }))
}

const number = (wanted: number) => (block: LooseBlock) => block.number === wanted
const hasTransactions = (block: LooseBlock) => block.number > 8 && block.transactions.length > 2
const hasWithdrawals = (block: LooseBlock) => block.withdrawals.length > 0
const hasUncle = (block: LooseBlock) => block.number > 8 && block.uncles.length === 1
const hasParentWithUncle = (block: LooseBlock, blocks: readonly LooseBlock[]) =>
  hasUncle(blocks[block.number - 1] ?? block)
/** Whether the first transaction of a block has this type. */
const startsWith = (type: number) => (block: LooseBlock) =>
  block.number > 8 && block.transactions[0]?.type === type
const startsBefore = (most: number) => (block: LooseBlock) =>
  block.number < most && block.transactions.length > 0
const startsWithCall = (block: LooseBlock) => (block.receipts[0]?.fields.logs?.length ?? 0) > 0
const startsProtected = (block: LooseBlock) =>
  startsWith(0)(block) && toBigInt(at(block.transactions).fields.v as Uint8Array) > 28n
const sendsTwice = (block: LooseBlock) => twoOfOneSender(block) !== undefined

// biome-ignore format: a table
const corruptions: readonly Corruption[] = [
  // Header: relations to its parent, and its own fields.
  ['parentHash: another', 'pow', number(5), ({ block }) => flip(block.header, 'parentHash'), 'bytes', 'parentHash'],
  ['number: one more', 'pow', number(5), ({ block }) => add(block.header, 'number', 1n), 'hash', 'number'],
  ['number: across a fork', 'eras', number(5), ({ block }) => add(block.header, 'number', 80n), 'hash', 'number'],
  ['timestamp: the parent\'s', 'pow', number(5), ({ block, blocks }) => copy(block, blocks[4], 'timestamp'), 'hash', 'timestamp'],
  ['timestamp: later', 'pow', number(5), ({ block }) => add(block.header, 'timestamp', 60n), 'hash', 'difficulty'],
  ['gasLimit: too high', 'pow', number(5), ({ block }) => add(block.header, 'gasLimit', 6000n), 'hash', 'gasLimit'],
  ['gasLimit: too low', 'pow', number(5), ({ block }) => add(block.header, 'gasLimit', -6000n), 'hash', 'gasLimit'],
  ['gasLimit: within bounds', 'pow', number(5), ({ block }) => add(block.header, 'gasLimit', 1n), 'bytes', 'hash'],
  ['gasLimit: not doubled at London', 'eras', number(60), ({ block, blocks }) => copy(block, blocks[59], 'gasLimit'), 'hash', 'gasLimit'],
  ['gasUsed: above the limit', 'pow', number(5), ({ block }) => set(block.header, 'gasUsed', 6_000_001n), 'hash', 'gasUsed'],
  ['gasUsed: one more', 'pow', number(5), ({ block }) => add(block.header, 'gasUsed', 1n), 'hash', 'gasUsed'],
  ['difficulty: Frontier', 'eras', number(3), ({ block }) => add(block.header, 'difficulty', 1n), 'hash', 'difficulty'],
  ['difficulty: Homestead', 'eras', number(9), ({ block }) => add(block.header, 'difficulty', 1n), 'hash', 'difficulty'],
  ['difficulty: Byzantium', 'eras', number(27), ({ block }) => add(block.header, 'difficulty', -1n), 'hash', 'difficulty'],
  ['difficulty: uncles of the parent left out', 'pow', hasParentWithUncle, ({ block, blocks }) => forgetUncles(block, blocks), 'hash', 'difficulty'],
  ['difficulty: not zero after the merge', 'latest', number(5), ({ block }) => add(block.header, 'difficulty', 1n), 'hash', 'difficulty'],
  ['nonce: not zero after the merge', 'latest', number(5), ({ block }) => flip(block.header, 'nonce'), 'hash', 'nonce'],
  ['baseFeePerGas: one more', 'pow', number(5), ({ block }) => add(block.header, 'baseFeePerGas', 1n), 'hash', 'baseFeePerGas'],
  ['baseFeePerGas: at London', 'eras', number(60), ({ block }) => add(block.header, 'baseFeePerGas', 1n), 'hash', 'baseFeePerGas'],
  ['baseFeePerGas: absent', 'pow', number(5), ({ block }) => delete block.header.baseFeePerGas, 'hash', 'baseFeePerGas'],
  ['baseFeePerGas: before London', 'eras', number(59), ({ block }) => set(block.header, 'baseFeePerGas', 7n), 'hash', 'header'],
  ['extraData: 33 bytes', 'pow', number(5), ({ block }) => cut(block.header, 'extraData', 33), 'hash', 'extraData'],
  ['miner: 19 bytes', 'pow', number(5), ({ block }) => cut(block.header, 'miner', 19), 'hash', 'miner'],
  ['miner: another', 'pow', number(5), ({ block }) => flip(block.header, 'miner'), 'bytes', 'hash'],
  ['stateRoot: 31 bytes', 'pow', number(5), ({ block }) => cut(block.header, 'stateRoot', 31), 'hash', 'stateRoot'],
  ['stateRoot: another', 'pow', number(5), ({ block }) => flip(block.header, 'stateRoot'), 'bytes', 'hash'],
  ['mixHash: 31 bytes', 'pow', number(5), ({ block }) => cut(block.header, 'mixHash', 31), 'hash', 'mixHash'],
  ['nonce: 7 bytes', 'pow', number(5), ({ block }) => cut(block.header, 'nonce', 7), 'hash', 'nonce'],
  ['logsBloom: one bit', 'pow', hasTransactions, ({ block }) => flip(block.header, 'logsBloom'), 'hash', 'logsBloom'],
  ['logsBloom: 255 bytes', 'pow', number(5), ({ block }) => cut(block.header, 'logsBloom', 255), 'hash', 'logsBloom'],
  ['sha3Uncles: another', 'pow', number(5), ({ block }) => flip(block.header, 'sha3Uncles'), 'hash', 'sha3Uncles'],
  ['transactionsRoot: another', 'pow', number(5), ({ block }) => flip(block.header, 'transactionsRoot'), 'hash', 'transactionsRoot'],
  ['receiptsRoot: another', 'pow', number(5), ({ block }) => flip(block.header, 'receiptsRoot'), 'hash', 'receiptsRoot'],
  ['withdrawalsRoot: another', 'latest', number(5), ({ block }) => flip(block.header, 'withdrawalsRoot'), 'hash', 'withdrawalsRoot'],
  ['excessBlobGas: one more', 'latest', number(5), ({ block }) => add(block.header, 'excessBlobGas', 1n), 'hash', 'excessBlobGas'],
  ['excessBlobGas: at Cancun', 'eras', number(90), ({ block }) => set(block.header, 'excessBlobGas', 131_072n), 'hash', 'excessBlobGas'],
  ['blobGasUsed: of a missing blob', 'latest', number(5), ({ block }) => add(block.header, 'blobGasUsed', 131_072n), 'hash', 'blobGasUsed'],
  ['blobGasUsed: above the maximum', 'latest', number(5), ({ block }) => set(block.header, 'blobGasUsed', 22n * 131_072n), 'hash', 'blobGasUsed'],
  ['parentBeaconBlockRoot: 31 bytes', 'latest', number(5), ({ block }) => cut(block.header, 'parentBeaconBlockRoot', 31), 'hash', 'parentBeaconBlockRoot'],
  ['requestsHash: 33 bytes', 'latest', number(5), ({ block }) => cut(block.header, 'requestsHash', 33), 'hash', 'requestsHash'],
  ['requestsHash: absent', 'latest', number(5), ({ block }) => delete block.header.requestsHash, 'hash', 'requestsHash'],
  ['an extra field', 'latest', number(5), ({ block }) => set(block.header, 'blockAccessListHash', 7n), 'hash', 'header'],
  ['a leading zero', 'pow', number(5), ({ block }) => zero(block.header, 'gasLimit'), 'hash', 'gasLimit'],
  ['a list instead of bytes', 'pow', number(5), ({ block }) => put(block.header, 'miner', []), 'hash', 'miner'],

  // Body, except transactions.
  ['withdrawal: another amount', 'latest', hasWithdrawals, ({ block }) => add(at(block.withdrawals), 'amount', 1n), 'hash', 'withdrawalsRoot'],
  ['withdrawal: address of 19 bytes', 'latest', hasWithdrawals, ({ block }) => cut(at(block.withdrawals), 'address', 19), 'roots', 'withdrawals[0].address'],
  ['withdrawal: amount absent', 'latest', hasWithdrawals, ({ block }) => delete at(block.withdrawals).amount, 'roots', 'withdrawals[0].amount'],
  ['withdrawals: none under Shanghai', 'latest', number(5), ({ block }) => { block.hasWithdrawals = false }, 'hash', 'withdrawals'],
  ['withdrawals: before Shanghai', 'eras', number(83), ({ block }) => { block.hasWithdrawals = true }, 'hash', 'block'],

  // Transactions: format, signature, and limits of the block.
  ['transaction: another value', 'pow', hasTransactions, ({ block }) => add(first(block), 'value', 1n), 'bytes', 'transactions[0].from'],
  ['transaction: left out, with its sender and receipt', 'pow', hasTransactions, ({ block }) => dropLast(block), 'bytes', 'transactionsRoot'],
  ['transaction: an extra field', 'pow', hasTransactions, ({ block }) => set(first(block), 'memo', 7n), 'roots', 'transactions[0]'],
  ['transaction: signature absent', 'pow', hasTransactions, ({ block }) => delete first(block).s, 'roots', 'transactions[0].s'],
  ['type: 1 before Berlin', 'eras', startsBefore(54), retype(1), 'roots', 'transactions[0].type'],
  ['type: 2 before London', 'eras', startsBefore(60), retype(2), 'roots', 'transactions[0].type'],
  ['type: 3 before Cancun', 'pow', startsWith(2), retype(3), 'roots', 'transactions[0].type'],
  ['type: 4 before Prague', 'pow', startsWith(2), retype(4), 'roots', 'transactions[0].type'],
  ['type: 5', 'latest', startsWith(2), retype(5), 'roots', 'transactions[0].type'],
  ['chainId: of another chain', 'pow', startsWith(2), signed((fields) => set(fields, 'chainId', 1n)), 'roots', 'transactions[0].chainId'],
  ['chainId: of another chain (EIP-155)', 'pow', startsProtected, ({ sign }) => sign(0, 1), 'roots', 'transactions[0].chainId'],
  ['v: EIP-155 before Spurious Dragon', 'eras', startsBefore(18), ({ sign }) => sign(0, CHAIN_ID), 'roots', 'transactions[0].v'],
  ['v: 29', 'pow', startsWith(0), ({ block }) => set(first(block), 'v', 29n), 'roots', 'transactions[0].v'],
  ['yParity: 2', 'pow', startsWith(2), ({ block }) => set(first(block), 'v', 2n), 'roots', 'transactions[0].yParity'],
  ['yParity: the other', 'pow', startsWith(2), ({ block }) => flipParity(first(block)), 'roots', 'transactions[0].from'],
  ['s: the upper one', 'pow', startsWith(2), ({ block }) => raiseS(first(block)), 'roots', 'transactions[0].s'],
  ['s: zero', 'pow', startsWith(2), ({ block }) => set(first(block), 's', 0n), 'roots', 'transactions[0].s'],
  ['r: the order of the curve', 'pow', startsWith(2), ({ block }) => set(first(block), 'r', CURVE_ORDER), 'roots', 'transactions[0].r'],
  ['r: not on the curve', 'pow', startsWith(2), ({ block }) => set(first(block), 'r', 5n), 'roots', 'transactions[0].r'],
  ['r: a leading zero', 'pow', startsWith(2), ({ block }) => put(first(block), 'r', Uint8Array.of(0, 1)), 'roots', 'transactions[0].r'],
  ['nonce: a gap', 'pow', sendsTwice, gapAfterFirst, 'roots', 'transactions[#].nonce'],
  ['nonce: repeated', 'pow', sendsTwice, repeatFirst, 'roots', 'transactions[#].nonce'],
  ['nonce: 2^64 - 1', 'pow', startsWith(2), signed((fields) => set(fields, 'nonce', 2n ** 64n - 1n)), 'roots', 'transactions[0].nonce'],
  ['to: 19 bytes', 'pow', startsWith(2), signed((fields) => put(fields, 'to', new Uint8Array(19))), 'roots', 'transactions[0].to'],
  ['gasPrice: below the base fee', 'pow', startsWith(0), signed((fields) => set(fields, 'gasPrice', 1n), CHAIN_ID), 'roots', 'transactions[0].gasPrice'],
  ['maxFeePerGas: below the base fee', 'pow', startsWith(2), signed((fields) => set(fields, 'maxFeePerGas', 1n)), 'roots', 'transactions[0].maxFeePerGas'],
  ['maxPriorityFeePerGas: above the fee', 'pow', startsWith(2), signed((fields) => set(fields, 'maxPriorityFeePerGas', 10n ** 18n)), 'roots', 'transactions[0].maxPriorityFeePerGas'],
  ['gas: less than the intrinsic gas', 'pow', startsWith(2), signed((fields) => set(fields, 'gas', 20_999n)), 'roots', 'transactions[0].gas'],
  ['gas: more than the block has', 'pow', startsWith(2), signed((fields) => set(fields, 'gas', 6_000_001n)), 'roots', 'transactions[0].gas'],
  ['gas: above 2^24 under Osaka', 'latest', startsWith(2), signed((fields) => set(fields, 'gas', 16_777_217n)), 'roots', 'transactions[0].gas'],
  ['input: init code of 49,153 bytes', 'latest', startsWith(2), signed(createWith(49_153)), 'roots', 'transactions[0].input'],
  ['accessList: address of 19 bytes', 'pow', startsWith(2), signed((fields) => put(fields, 'accessList', [[new Uint8Array(19), []]])), 'roots', 'transactions[0].accessList[0].address'],
  ['accessList: storage key of 31 bytes', 'pow', startsWith(2), signed((fields) => put(fields, 'accessList', [[new Uint8Array(20), [new Uint8Array(31)]]])), 'roots', 'transactions[0].accessList[0].storageKeys[0]'],
  ['blobs: none', 'latest', startsWith(2), blobs([]), 'roots', 'transactions[0].blobVersionedHashes'],
  ['blobs: seven under Osaka', 'latest', startsWith(2), blobs(Array(7).fill(1)), 'roots', 'transactions[0].blobVersionedHashes'],
  ['blobs: version 2', 'latest', startsWith(2), blobs([1, 2]), 'roots', 'transactions[0].blobVersionedHashes[1]'],
  ['blobs: not counted in the header', 'latest', startsWith(2), blobs([1, 1]), 'roots', 'blobGasUsed'],
  ['blobs: unpaid', 'latest', startsWith(2), blobs([1], { maxFeePerBlobGas: uint(0) }), 'roots', 'transactions[0].maxFeePerBlobGas'],
  ['blobs: with a contract creation', 'latest', startsWith(2), blobs([1], { to: new Uint8Array(0) }), 'roots', 'transactions[0].to'],
  ['authorizations: none', 'latest', startsWith(2), authorizations([]), 'roots', 'transactions[0].authorizationList'],
  ['authorizations: address of 19 bytes', 'latest', startsWith(2), authorizations([authorization(19)]), 'roots', 'transactions[0].authorizationList[0].address'],

  // Receipts.
  ['status: 2', 'pow', hasTransactions, ({ block }) => set(firstReceipt(block), 'status', 2n), 'roots', 'receipts[0].status'],
  ['status: the other', 'pow', hasTransactions, ({ block }) => flipStatus(firstReceipt(block)), 'hash', 'receiptsRoot'],
  ['status: a root from Byzantium on', 'pow', hasTransactions, ({ block }) => put(firstReceipt(block), 'status', new Uint8Array(32)), 'roots', 'receipts[0].status'],
  ['root: a status before Byzantium', 'eras', startsBefore(24), ({ block }) => set(firstReceipt(block), 'status', 1n), 'roots', 'receipts[0].root'],
  ['cumulativeGasUsed: less than the intrinsic gas', 'pow', hasTransactions, ({ block }) => set(firstReceipt(block), 'cumulativeGasUsed', 1n), 'roots', 'receipts[0].cumulativeGasUsed'],
  ['cumulativeGasUsed: falls', 'pow', hasTransactions, ({ block }) => set(at(block.receipts, 1).fields, 'cumulativeGasUsed', 1n), 'roots', 'receipts[1].cumulativeGasUsed'],
  ['cumulativeGasUsed: more than the transaction had', 'pow', hasTransactions, ({ block }) => set(firstReceipt(block), 'cumulativeGasUsed', 5_999_999n), 'roots', 'receipts[0].cumulativeGasUsed'],
  ['receipt: one missing', 'pow', hasTransactions, ({ block }) => block.receipts.pop(), 'roots', 'receipts.length'],
  ['receipt: of another type', 'pow', startsWith(2), ({ block }) => { at(block.receipts).type = 1 }, 'roots', 'receipts[0].type'],
  ['receipt: logs absent', 'pow', hasTransactions, ({ block }) => delete firstReceipt(block).logs, 'roots', 'receipts[0].logs'],
  ['receipt: bloom', 'pow', hasTransactions, ({ block }) => flip(firstReceipt(block), 'logsBloom'), 'roots', 'receipts[0].logsBloom'],
  ['log: another topic', 'pow', startsWithCall, ({ block }) => changeLog(block, 1), 'roots', 'receipts[0].logsBloom'],
  ['log: other data', 'pow', startsWithCall, ({ block }) => changeLog(block, 2), 'hash', 'receiptsRoot'],
  ['log: address of 19 bytes', 'pow', startsWithCall, ({ block }) => changeLog(block, 0), 'roots', 'receipts[0].logs[0].address'],
  ['log: five topics', 'pow', startsWithCall, ({ block }) => changeLog(block, 5), 'roots', 'receipts[0].logs[0].topics'],

  // Uncles.
  ['uncles: three', 'pow', hasUncle, ({ block }) => block.uncles.push(at(block.uncles), at(block.uncles)), 'roots', 'uncles'],
  ['uncles: some after the merge', 'latest', number(9), ({ block, blocks }) => block.uncles.push({ ...blocks[6]?.header }), 'hash', 'uncles'],
  ['uncle: twice in a block', 'pow', hasUncle, ({ block }) => block.uncles.push(at(block.uncles)), 'roots', 'uncles[1].hash'],
  ['uncle: in the parent as well', 'pow', hasParentWithUncle, ({ block, blocks }) => block.uncles.unshift(at(blocks[block.number - 1]?.uncles ?? [])), 'roots', 'uncles[0].hash'],
  ['uncle: an ancestor', 'pow', number(9), ({ block, blocks }) => block.uncles.unshift({ ...blocks[7]?.header }), 'roots', 'uncles[0].hash'],
  ['uncle: a sibling of the block', 'pow', number(9), ({ block }) => block.uncles.unshift(relabelled(block)), 'roots', 'uncles[0].parentHash'],
  ['uncle: seven generations back', 'pow', number(9), ({ block, blocks }) => block.uncles.unshift(relabelled(blocks[2])), 'roots', 'uncles[0].parentHash'],
  ['uncle: unknown parent', 'pow', hasUncle, ({ block }) => flip(at(block.uncles), 'parentHash'), 'roots', 'uncles[0].parentHash'],
  ['uncle: number', 'pow', hasUncle, ({ block }) => add(at(block.uncles), 'number', 1n), 'roots', 'uncles[0].number'],
  ['uncle: difficulty', 'pow', hasUncle, ({ block }) => add(at(block.uncles), 'difficulty', 1n), 'roots', 'uncles[0].difficulty'],
  ['uncle: gas limit', 'pow', hasUncle, ({ block }) => add(at(block.uncles), 'gasLimit', 6000n), 'roots', 'uncles[0].gasLimit'],
  ['uncle: gas used', 'pow', hasUncle, ({ block }) => set(at(block.uncles), 'gasUsed', 6_000_001n), 'roots', 'uncles[0].gasUsed'],
  ['uncle: base fee', 'pow', hasUncle, ({ block }) => add(at(block.uncles), 'baseFeePerGas', 1n), 'roots', 'uncles[0].baseFeePerGas'],
  ['uncle: timestamp', 'pow', hasUncle, ({ block }) => set(at(block.uncles), 'timestamp', 1n), 'roots', 'uncles[0].timestamp'],
  ['uncle: extra data', 'pow', hasUncle, ({ block }) => cut(at(block.uncles), 'extraData', 33), 'roots', 'uncles[0].extraData'],
  ['uncle: a field absent', 'pow', hasUncle, ({ block }) => delete at(block.uncles).baseFeePerGas, 'roots', 'uncles[0].baseFeePerGas'],
  ['uncle: state root', 'pow', hasUncle, ({ block }) => flip(at(block.uncles), 'stateRoot'), 'hash', 'sha3Uncles'],

  // Data recorded beside the bytes.
  ['hash: another', 'pow', number(5), ({ block }) => { block.hash = block.parentHash }, 'bytes', 'hash'],
  ['number: recorded as another', 'pow', number(5), ({ block }) => { block.number = 6 }, 'bytes', 'number'],
  ['parentHash: recorded as another', 'pow', number(5), ({ block }) => { block.parentHash = block.hash }, 'bytes', 'parentHash'],
  ['totalDifficulty: one more', 'pow', number(5), ({ block }) => { block.totalDifficulty += 1n }, 'bytes', 'totalDifficulty'],
  ['senders: another', 'pow', hasTransactions, ({ block }) => { block.senders[0] = (block.senders[0] ?? 0) ^ 1 }, 'bytes', 'transactions[0].from'],
  ['senders: an extra one', 'pow', hasTransactions, ({ block }) => { block.senders = new Uint8Array([...block.senders, ...new Uint8Array(20)]) }, 'bytes', 'senders.length'],
]

describe('verify finds', () => {
  it.each(corruptions)('%s', async (_name, preset, where, change, seal, field) => {
    const { chain, blocks, target } = takeApartUntil(preset, where)
    const { number } = target
    const second = twoOfOneSender(target)?.[1]
    change({ block: target, blocks, sign: signer(chain, target) })
    if (seal === 'roots') await resealRoots(target)
    if (seal !== 'bytes') resealHashes(blocks, number)

    const result = await verify({ rules: chain.rules, blocks: blocks.map(putTogether) })

    expect(result).toMatchObject({
      ok: false,
      finding: { number, hash: target.hash, field: field.replace('#', String(second)) },
    })
    if (result.ok) return
    const { message, actual, expected } = result.finding
    expect(message).toMatch(/^block \d+ \(0x[0-9a-f]{64}\): .+ is .+, should be .+: .+$/)
    expect(message.length).toBeLessThan(450)
    expect(actual).not.toBe(expected)
  })

  it('nothing for an upper s before Homestead, which forbade it', async () => {
    const { chain, blocks } = takeChainApart('eras')
    const target = at(blocks.filter(startsBefore(6)))
    raiseSOfLegacy(first(target))
    await resealRoots(target)
    resealHashes(blocks, target.number)
    const upToTarget = blocks.slice(0, target.number + 1).map(putTogether)
    expect(await verify({ rules: chain.rules, blocks: upToTarget })).toMatchObject({ ok: true })
  })

  it('nothing in a chain that was taken apart and reassembled', async () => {
    for (const preset of chains.keys()) {
      const { chain, blocks } = takeChainApart(preset)
      for (const block of blocks) {
        const before = putTogether(block)
        for (const [index, { type, fields }] of block.transactions.entries()) {
          const v = toBigInt(fields.v as Uint8Array)
          signer(chain, block)(index, type === 0 && v > 28n ? CHAIN_ID : undefined)
        }
        await resealRoots(block)
        resealHashes(blocks, block.number)
        expect(inHex(putTogether(block))).toEqual(inHex(before))
      }
      const put = blocks.map(putTogether)
      expect(await verify({ rules: chain.rules, blocks: put })).toMatchObject({ ok: true })
    }
  })
})

/** Bytes as text, because vitest is slow to compare many numbers. */
function inHex(block: object): Record<string, unknown> {
  const entries = Object.entries(block).map(([name, value]) => {
    return [name, value instanceof Uint8Array ? toHex(value) : value]
  })
  return Object.fromEntries(entries)
}

describe('verify finds in a side block', () => {
  const sideBlocksOf = (chain: Chain) => [...(verifiableChain(chain).sideBlocks ?? [])]

  it('an invalid part of it', async () => {
    const { chain, blocks } = takeChainApart('pow')
    const [sideBlock] = sideBlocksOf(chain).map((block) => takeApart(block as never))
    if (sideBlock === undefined) throw new Error('the chain has no uncles')
    add(sideBlock.header, 'gasUsed', 1n)
    resealHashes([sideBlock], 0)
    const result = await verify({
      rules: chain.rules,
      blocks: blocks.map(putTogether),
      sideBlocks: [putTogether(sideBlock)],
    })
    const { number, hash } = sideBlock
    expect(result).toMatchObject({ finding: { number, hash, field: 'gasUsed' } })
  })

  it('a nonce that does not follow those of the main branch up to the fork', async () => {
    const chain = await createChain({ preset: 'latest', blocks: 2, transactionsPerBlock: [0, 0] })
    const [alice] = chain.accounts as [Account]
    const send = (block: BlockAuthor) => block.add({ from: alice, to: alice.address })
    await chain.build(2, send)
    const branch = await chain.branch(3, 'b', send, { length: 2 })
    const [forked, last] = branch.map(({ hash }) => takeApart(chain.tree.byHash(hash) as never))
    const { rules, blocks } = verifiableChain(chain)
    for (const loose of [forked, last] as LooseBlock[]) {
      const [sent] = loose.transactions as [Envelope]
      add(sent.fields, 'nonce', 1n)
      resign(sent, alice.privateKey)
      await resealRoots(loose)
      resealHashes([loose], 0)
      const before = loose === forked ? [] : [chain.tree.byHash(loose.parentHash) as SealedBlock]
      const sideBlocks = [...before, putTogether(loose)]
      expect(await verify({ rules, blocks, sideBlocks })).toMatchObject({
        finding: { number: loose.number, hash: loose.hash, field: 'transactions[0].nonce' },
      })
    }
  })

  it('a missing parent', async () => {
    const { chain, blocks } = takeChainApart('pow')
    const sideBlocks = [putTogether(at([...blocks], 20))]
    const shorter = blocks.slice(0, 10).map(putTogether)
    const result = await verify({ rules: chain.rules, blocks: shorter, sideBlocks })
    expect(result).toMatchObject({ finding: { number: 20, field: 'parentHash' } })
  })

  it('bytes that cannot be decoded', async () => {
    const { rules, blocks } = verifiableChain(chains.get('pow') as Chain)
    const result = await verify({ rules, blocks, sideBlocks: [{ rlp: Uint8Array.of(0xc1) }] })
    expect(result).toMatchObject({ finding: { number: null, hash: null, field: 'block' } })
  })
})

/** Blocks up to the one after the first with a property; the violation is reported there. */
function takeApartUntil(preset: Preset, where: Corruption[2]) {
  const chain = chains.get(preset) as Chain
  const blocks: LooseBlock[] = []
  let target: LooseBlock | undefined
  for (const sealed of verifiableChain(chain).blocks) {
    const block = takeApart(sealed as never)
    blocks.push(block)
    if (target !== undefined) return { chain, blocks, target }
    if (where(block, blocks)) target = block
  }
  throw new Error('the chain has no such block with another above it')
}

function takeChainApart(preset: Preset): { chain: Chain; blocks: LooseBlock[] } {
  const chain = chains.get(preset) as Chain
  const sealed = [...verifiableChain(chain).blocks]
  return { chain, blocks: sealed.map((block) => takeApart(block as never)) }
}
