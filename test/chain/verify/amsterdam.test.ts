import { describe, expect, it } from 'vitest'
import { createChain } from '../../../src/chain/createChain.ts'
import { verifiableChain } from '../../../src/chain/verify/verifiableChain.ts'
import { verify } from '../../../src/chain/verify/verify.ts'
import { toBigInt, toHex } from '../../../src/primitives/hex.ts'
import { keccak256 } from '../../../src/primitives/keccak.ts'
import { randomBlock, rules } from '../../support/amsterdam/randomBlock.ts'
import {
  add,
  at,
  type Change,
  cut,
  first,
  firstReceipt,
  flip,
  put,
  set,
  signed,
  signer,
  zero,
} from '../../support/changes.ts'
import {
  type Fields,
  type Item,
  type LooseBlock,
  putTogether,
  resealHashes,
  resealRoots,
  takeApart,
} from '../../support/looseBlock.ts'

const FORK = 4
const RANDOM_BLOCKS = 100

type Bytes = Uint8Array
type Changes = [index: Bytes, value: Bytes][]
type AccountItem = [
  address: Bytes,
  writes: [slot: Bytes, changes: Changes][],
  reads: Bytes[],
  balances: Changes,
  nonces: Changes,
  codes: Changes,
]

type Corruption = readonly [
  what: string,
  where: (block: LooseBlock) => boolean,
  change: (change: Change) => void,
  field: RegExp | string,
]

const chain = await createChain({
  preset: 'latest',
  forks: { bpo2: 0, amsterdam: FORK, paris: 0 },
  blocks: 60,
  seed: 'corrupt',
  transactionsPerBlock: [2, 4],
})

const accounts = (block: LooseBlock) => block.accessList as unknown as AccountItem[]
const sorted = (block: LooseBlock) =>
  accounts(block).sort(([one], [other]) => Buffer.compare(one, other))
const entry = (block: LooseBlock, has: (account: AccountItem) => boolean) =>
  accounts(block).find(has) as AccountItem
const hasWrites = (account: AccountItem) => account[1].length > 1
const hasReads = (account: AccountItem) => account[2].length > 1
const hasBalances = (account: AccountItem) => account[3].length > 1
const hasCode = (account: AccountItem) => at(account[5], 0)[1].length > 100

const isAmsterdam = ({ number, transactions }: LooseBlock) =>
  number > FORK && transactions.length > 1
const hasEntry = (has: (account: AccountItem) => boolean) => (block: LooseBlock) =>
  isAmsterdam(block) && accounts(block).some((each) => has(each))
const deploys = hasEntry((account) => account[5].length > 0 && hasCode(account))
const withdraws = (block: LooseBlock) => isAmsterdam(block) && block.withdrawals.length > 0
const sends = (block: LooseBlock) =>
  isAmsterdam(block) && block.receipts[0] !== undefined && isTransfer(logsOf(block)[0])
const numbered = (wanted: number) => (block: LooseBlock) => block.number === wanted

const logsOf = (block: LooseBlock) => firstReceipt(block).logs as Item[][]
const isTransfer = (log: Item[] | undefined) =>
  log !== undefined && toHex(log[0] as Bytes) === `0x${'ff'.repeat(19)}fe`

/** Sets the logs of the first receipt, and the blooms that follow. */
function setLogs(block: LooseBlock, logs: Item[][]): void {
  firstReceipt(block).logs = logs
  let all = new Uint8Array(256)
  for (const { fields } of block.receipts) {
    fields.logsBloom = bloomOf(fields.logs as Item[][])
    all = all.map((byte, index) => byte | at(fields.logsBloom as never as number[], index))
  }
  block.header.logsBloom = all
}

function bloomOf(logs: Item[][]): Uint8Array {
  const bloom = new Uint8Array(256)
  for (const [address, topics] of logs as [Bytes, Bytes[]][]) {
    for (const item of [address, ...topics]) {
      const hash = keccak256(item)
      for (const from of [0, 2, 4]) {
        const bit = (((hash[from] as number) << 8) | (hash[from + 1] as number)) & 2047
        bloom[255 - (bit >> 3)] = (bloom[255 - (bit >> 3)] as number) | (1 << (bit & 7))
      }
    }
  }
  return bloom
}

function removeAccount(block: LooseBlock, address: Item | undefined): void {
  block.accessList = block.accessList?.filter(
    (account) => Buffer.compare((account as AccountItem)[0], address as Bytes) !== 0,
  )
}

const senderOf = ({ senders }: LooseBlock) => senders.subarray(0, 20)

// biome-ignore format: a table
const corruptions: readonly Corruption[] = [
  // Header.
  ['blockAccessListHash: absent', numbered(9), ({ block }) => { delete block.header.blockAccessListHash; delete block.header.slotNumber }, 'blockAccessListHash'],
  ['blockAccessListHash: 31 bytes', numbered(9), ({ block }) => cut(block.header, 'blockAccessListHash', 31), 'blockAccessListHash'],
  ['slotNumber: absent', numbered(9), ({ block }) => delete block.header.slotNumber, 'slotNumber'],
  ['slotNumber: a leading zero', numbered(9), ({ block }) => zero(block.header, 'slotNumber'), 'slotNumber'],
  ['slotNumber: nine bytes', numbered(9), ({ block }) => put(block.header, 'slotNumber', new Uint8Array(9).fill(1)), 'slotNumber'],
  ['both fields before the fork', numbered(FORK - 1), ({ block }) => { put(block.header, 'blockAccessListHash', new Uint8Array(32)); set(block.header, 'slotNumber', 1n) }, 'header'],
  ['an access list before the fork', numbered(FORK - 1), ({ block }) => { block.accessList = [] }, 'accessList'],

  // The access list by itself.
  ['accounts: unordered', isAmsterdam, ({ block }) => { block.accessList?.reverse() }, 'accessList'],
  ['accounts: one twice', isAmsterdam, ({ block }) => { accounts(block).push(at(accounts(block))); sorted(block) }, 'accessList'],
  ['address: 19 bytes', isAmsterdam, ({ block }) => { at(accounts(block))[0] = new Uint8Array(19) }, 'accessList[0].address'],
  ['account: an extra part', isAmsterdam, ({ block }) => { (at(accounts(block)) as Item[]).push([]) }, 'accessList[0]'],
  ['account: codes absent', isAmsterdam, ({ block }) => { (at(accounts(block)) as Item[]).pop() }, 'accessList[0].codeChanges'],
  ['slots: unordered', hasEntry(hasWrites), ({ block }) => { entry(block, hasWrites)[1].reverse() }, /^accessList\[\d+\]\.storageChanges$/],
  ['slots: a leading zero', hasEntry(hasWrites), ({ block }) => { at(entry(block, hasWrites)[1])[0] = Uint8Array.of(0, 1) }, /^accessList\[\d+\]\.storageChanges\[0\]\.slot$/],
  ['slots: no change', hasEntry(hasWrites), ({ block }) => { at(entry(block, hasWrites)[1])[1] = [] }, /^accessList\[\d+\]\.storageChanges\[0\]\.changes$/],
  ['slots: a value of 33 bytes', hasEntry(hasWrites), ({ block }) => { at(at(entry(block, hasWrites)[1])[1])[1] = new Uint8Array(33).fill(1) }, /^accessList\[\d+\]\.storageChanges\[0\]\.changes\[0\]\.value$/],
  ['reads: unordered', hasEntry(hasReads), ({ block }) => { entry(block, hasReads)[2].reverse() }, /^accessList\[\d+\]\.storageReads$/],
  ['reads: a slot that changes', hasEntry(hasWrites), ({ block }) => { const [, writes, reads] = entry(block, hasWrites); reads.splice(0, reads.length, at(writes)[0]) }, /^accessList\[\d+\]\.storageReads$/],
  ['balances: unordered', hasEntry(hasBalances), ({ block }) => { entry(block, hasBalances)[3].reverse() }, /^accessList\[\d+\]\.balanceChanges$/],
  ['balances: 33 bytes', hasEntry(hasBalances), ({ block }) => { at(entry(block, hasBalances)[3])[1] = new Uint8Array(33).fill(1) }, /^accessList\[\d+\]\.balanceChanges\[0\]\.value$/],
  ['nonces: nine bytes', isAmsterdam, ({ block }) => { at(entry(block, ([, , , , nonces]) => nonces.length > 0)[4])[1] = new Uint8Array(9).fill(1) }, /^accessList\[\d+\]\.nonceChanges\[0\]\.value$/],
  ['codes: 65,537 bytes', deploys, ({ block }) => { at(entry(block, (each) => each[5].length > 0 && hasCode(each))[5])[1] = new Uint8Array(65_537) }, /^accessList\[\d+\]\.codeChanges\[0\]\.code$/],
  ['index: after the withdrawals', hasEntry(hasBalances), ({ block }) => { entry(block, hasBalances)[3].push([Uint8Array.of(block.transactions.length + 2), Uint8Array.of(1)]) }, /^accessList\[\d+\]\.balanceChanges\[\d+\]\.index$/],
  ['length: more than the gas limit allows', isAmsterdam, ({ block }) => { at(accounts(block))[1] = []; at(accounts(block))[2] = Array.from({ length: 30_000 }, (_, index) => Uint8Array.of((index >> 8) + 1, index & 255)) }, 'accessList'],
  ['hash: of another list', isAmsterdam, ({ block }) => { flip(block.header, 'blockAccessListHash'); block.accessList = [...(block.accessList ?? [])] }, 'blockAccessListHash'],

  // What the block accesses.
  ['sender: absent', isAmsterdam, ({ block }) => removeAccount(block, senderOf(block)), /^accessList\[0x[0-9a-f]{40}\]$/],
  ['sender: nonce unchanged', isAmsterdam, ({ block }) => { entry(block, ([address]) => Buffer.compare(address, senderOf(block)) === 0)[4] = [] }, /^accessList\[0x[0-9a-f]{40}\]\.nonceChanges$/],
  ['recipient: absent', (block) => isAmsterdam(block) && block.transactions[0]?.type === 2 && (first(block).to as Bytes).length > 0, ({ block }) => removeAccount(block, first(block).to), /^accessList\[0x[0-9a-f]{40}\]$/],
  ['miner: absent', isAmsterdam, ({ block }) => removeAccount(block, block.header.miner), /^accessList\[0x[0-9a-f]{40}\]$/],
  ['system contract: absent', isAmsterdam, ({ block }) => removeAccount(block, Buffer.from('0000bff46984e3725691fa540a8c7589300d8282', 'hex')), 'accessList[0x0000bff46984e3725691fa540a8c7589300d8282]'],
  ['withdrawal: balance unchanged', withdraws, ({ block }) => { entry(block, ([address]) => Buffer.compare(address, at(block.withdrawals).address as Bytes) === 0)[3] = [] }, /^accessList\[0x[0-9a-f]{40}\]\.balanceChanges$/],

  // Logs of transfers.
  ['transfer log: absent', sends, ({ block }) => setLogs(block, logsOf(block).slice(1)), 'receipts[0].logs[0]'],
  ['transfer log: another amount', sends, ({ block }) => setLogs(block, [[...(at(logsOf(block)) as Item[]).slice(0, 2), new Uint8Array(32).fill(1)], ...logsOf(block).slice(1)]), 'receipts[0].logs[0]'],
  ['transfer log: not in the bloom', sends, ({ block }) => { firstReceipt(block).logsBloom = new Uint8Array(256) }, 'receipts[0].logsBloom'],
  ['transfer log: of nothing', sends, ({ block }) => setLogs(block, [...logsOf(block), [...(at(logsOf(block)) as Item[]).slice(0, 2), new Uint8Array(32)]]), /^receipts\[0\]\.logs\[\d+\]$/],
  ['transfer log: of another event', sends, ({ block }) => setLogs(block, [...logsOf(block), [at(at(logsOf(block))) as Bytes, [new Uint8Array(32)], new Uint8Array(0)]]), /^receipts\[0\]\.logs\[\d+\]$/],
  ['logs: of a failed transaction', sends, ({ block }) => put(firstReceipt(block), 'status', new Uint8Array(0)), 'receipts[0].logs'],

  // Gas.
  ['gas: less than the intrinsic gas', (block) => isAmsterdam(block) && block.transactions[0]?.type === 2, signed((fields: Fields) => set(fields, 'gas', 11_999n)), 'transactions[0].gas'],
  ['gas: above 2^32 - 1', (block) => isAmsterdam(block) && block.transactions[0]?.type === 2, signed((fields: Fields) => set(fields, 'gas', 2n ** 32n)), 'transactions[0].gas'],
  ['gasUsed: below what runs', isAmsterdam, ({ block }) => set(block.header, 'gasUsed', 21_000n), 'gasUsed'],
  ['gasUsed: above both sums', isAmsterdam, ({ block }) => add(block.header, 'gasUsed', 2n * toBigInt(block.header.gasUsed as Bytes)), 'gasUsed'],
  ['gasUsed: less than the code of a new contract', deploys, ({ block }) => { at(entry(block, (each) => each[5].length > 0 && hasCode(each))[5])[1] = new Uint8Array(60_000) }, 'gasUsed'],
]

describe('verify finds in Amsterdam', () => {
  it.each(corruptions)('%s', async (what, where, change, field) => {
    const blocks = [...verifiableChain(chain).blocks].map((block) => takeApart(block as never))
    const target = blocks.find((block) => where(block))
    if (target === undefined) throw new Error('the chain has no such block')
    change({ block: target, blocks, sign: signer(chain, target) })
    if (!what.startsWith('hash') && !what.startsWith('blockAccess')) await resealRoots(target)
    resealHashes(blocks, target.number)
    const result = await verify({ rules: chain.rules, blocks: blocks.map(putTogether) })
    expect(result).toMatchObject({ ok: false, finding: { number: target.number } })
    if (result.ok) return
    if (typeof field === 'string') expect(result.finding.field).toBe(field)
    else expect(result.finding.field).toMatch(field)
    expect(result.finding.message).toMatch(
      /^block \d+ \(0x[0-9a-f]{64}\): .+ is .+, should be .+: .+$/s,
    )
  })

  it('nothing in a chain that crosses the fork', async () => {
    expect(await verify(verifiableChain(chain))).toMatchObject({ ok: true, blocks: 60 })
  })

  it('nothing in random blocks that geth accepts', async () => {
    for (let seed = 1; seed <= RANDOM_BLOCKS; seed++) {
      const { first, block } = await randomBlock(seed)
      const blocks = [first.sealed, block.sealed]
      expect({ seed, ...(await verify({ rules, blocks })) }).toMatchObject({ seed, ok: true })
    }
  })
})
