import { AbiCoder, getCreate2Address, getCreateAddress, id, keccak256, zeroPadValue } from 'ethers'
import { recoverAuthorizationAddress } from 'viem/utils'
import { describe, expect, it } from 'vitest'
import { poolContract } from '../../../../src/chain/contracts/pool.ts'
import {
  builderDeposits,
  builderExits,
  deploymentFactory,
} from '../../../../src/chain/contracts/system.ts'
import { createChain } from '../../../../src/chain/createChain.ts'
import type { Receipt, Transaction } from '../../../../src/chain/encoding/block.ts'
import type { Header } from '../../../../src/chain/encoding/header.ts'
import { trafficKinds } from '../../../../src/chain/generate/traffic/trafficRegistry.ts'
import { GENESIS_BALANCE } from '../../../../src/chain/genesis/genesisBalance.ts'
import {
  type ForkName,
  forkAt,
  forkNames,
  isAtLeast,
} from '../../../../src/chain/protocol/forks.ts'
import type { ChainSpec } from '../../../../src/chain/spec/spec.ts'
import type { KindName } from '../../../../src/chain/spec/trafficKindNames.ts'
import type { Hex } from '../../../../src/primitives/hex.ts'
import { blocksOf } from '../../../support/chain.ts'
import { sized } from '../../../support/sized.ts'
import { StockNode } from '../../../support/stockNode.ts'

/** A transaction of a kind, with its receipt. */
interface Sent {
  readonly fork: ForkName
  readonly header: Header
  readonly transaction: Transaction
  readonly receipt: Receipt
  /** all of the block's transactions */
  readonly transactions: readonly Transaction[]
}

interface Expectation {
  /** the kinds that deploy the contract that this one calls */
  readonly after?: readonly KindName[]
  /** distinguishes its transactions from those of the kinds it needs; by default by whether they create a contract */
  readonly is?: (transaction: Transaction) => boolean
  /** asserts the properties of one of its transactions */
  check(sent: Sent): void
}

const abi = AbiCoder.defaultAbiCoder()
const word = (address: string) => zeroPadValue(address, 32)
/** The hash of a block without requests, and the address of the logs of transfers of ether. */
const NO_REQUESTS = '0xe3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'
const ETHER = `0x${'ff'.repeat(19)}fe`
const ZERO_WORD = `0x${'00'.repeat(32)}`
const TRANSFER = id('Transfer(address,address,uint256)')
const APPROVAL = id('Approval(address,address,uint256)')
const TRANSFER_SINGLE = id('TransferSingle(address,address,address,uint256,uint256)')
const TRANSFER_BATCH = id('TransferBatch(address,address,address,uint256[],uint256[])')
const SWAP = id('Swap(address,uint256,uint256,uint256,uint256,address)')
const SYNC = id('Sync(uint112,uint112)')

const firstTopics = ({ logs }: Receipt) => logs.map(({ topics }) => topics[0])
const emitters = ({ logs }: Receipt) => logs.map(({ address }) => address)

function expectSuccess({ receipt, transaction }: Sent): void {
  if (receipt.root === undefined) expect(receipt.status).toBe(1)
  else expect(receipt.gasUsed === 21_000n || receipt.gasUsed < transaction.gas).toBe(true)
}

/** Nothing happened. Only a failure that runs out of gas keeps the rest, from Byzantium on (EIP-140). */
function expectRevert({ fork, receipt, transaction }: Sent): void {
  expect(receipt.logs).toEqual([])
  if (receipt.root === undefined) expect(receipt.status).toBe(0)
  if (isAtLeast(fork, 'byzantium')) expect(receipt.gasUsed).toBeLessThan(transaction.gas)
  else expect(receipt.gasUsed).toBe(transaction.gas)
}

function expectPlain(sent: Sent): void {
  expectSuccess(sent)
  const { fork, receipt, transaction } = sent
  expect(transaction.input).toBe('0x')
  if (!isAtLeast(fork, 'amsterdam')) {
    expect(receipt).toMatchObject({ gasUsed: 21_000n, logs: [] })
    return
  }
  const { from, to, value } = transaction
  const isSelf = from === to
  expect(firstTopics(receipt)).toEqual(value > 0n && !isSelf ? [TRANSFER] : [])
  const usual = isSelf ? 12_000n : value > 0n ? 21_000n : 15_000n
  expect([usual, usual + 183_600n]).toContain(receipt.gasUsed)
}

function expectCreation(sent: Sent, type?: number): void {
  expectSuccess(sent)
  expect(sent.receipt.contractAddress).toMatch(/^0x[0-9a-f]{40}$/)
  if (type !== undefined) expect(sent.transaction.type).toBe(type)
}

/** The properties that each kind promises. */
const expectations: Readonly<Record<KindName, Expectation>> = {
  'access-list-creation': { check: (sent) => expectCreation(sent, 1) },
  'access-list-transfer': {
    after: ['token-creation'],
    check: (sent) => {
      expectSuccess(sent)
      expect(sent.transaction.type).toBe(1)
      expect(sent.transaction.accessList?.[0]?.storageKeys).toHaveLength(2)
      expect(firstTopics(sent.receipt)).toEqual([TRANSFER])
    },
  },
  'blob-transfer': {
    check: (sent) => {
      expectPlain(sent)
      const { transaction, receipt, header } = sent
      const { blobVersionedHashes = [], maxFeePerBlobGas = 0n } = transaction
      expect(transaction.type).toBe(3)
      expect(blobVersionedHashes.length).toBeGreaterThan(0)
      expect(blobVersionedHashes.length).toBeLessThanOrEqual(6)
      for (const hash of blobVersionedHashes) expect(hash).toMatch(/^0x01[0-9a-f]{62}$/)
      expect(receipt.blobGasUsed).toBe(131_072n * BigInt(blobVersionedHashes.length))
      expect(receipt.blobGasPrice).toBeGreaterThan(0n)
      expect(receipt.blobGasPrice).toBeLessThanOrEqual(maxFeePerBlobGas)
      const blobs = sent.transactions.flatMap((each) => each.blobVersionedHashes ?? [])
      expect(header.blobGasUsed).toBe(131_072n * BigInt(blobs.length))
    },
  },
  'builder-deposit': {
    check: (sent) => {
      expectSuccess(sent)
      const { transaction, receipt, header } = sent
      const { address } = builderDeposits
      expect(emitters(receipt)).toEqual([ETHER, address])
      expect(receipt.logs[1]?.data).toBe(transaction.input)
      expect(header.requestsHash).not.toBe(NO_REQUESTS)
    },
  },
  'builder-exit': {
    check: (sent) => {
      expectSuccess(sent)
      const { transaction, receipt, header } = sent
      expect(emitters(receipt)).toEqual([ETHER, builderExits.address])
      const record = `${transaction.from}${transaction.input.slice(2)}`
      expect(receipt.logs[1]?.data).toBe(record)
      expect(header.requestsHash).not.toBe(NO_REQUESTS)
    },
  },
  burst: {
    check: (sent) => {
      expectPlain(sent)
      const nonces = sent.transactions
        .filter(({ from }) => from === sent.transaction.from)
        .map(({ nonce }) => nonce)
      expect(nonces.length).toBeGreaterThanOrEqual(4)
      expect(nonces).toEqual(nonces.map((_, index) => (nonces[0] as number) + index))
    },
  },
  'cleared-slots': {
    after: ['deterministic-creation'],
    is: ({ to }) => to !== deploymentFactory.address,
    check: (sent) => {
      expectSuccess(sent)
      expect(sent.transaction.input).toBe('0x')
      expect(sent.receipt.logs).toEqual([])
      // a call, and a slot or more
      expect(sent.receipt.gasUsed).toBeGreaterThan(((15_000n + 12_100n) * 4n) / 5n)
    },
  },
  'collectible-creation': { check: expectCreation },
  'collectible-mint': {
    after: ['collectible-creation'],
    check: (sent) => {
      expectSuccess(sent)
      expect(emitters(sent.receipt)).toEqual([sent.transaction.to])
      expect(sent.receipt.logs[0]?.topics.slice(0, 2)).toEqual([TRANSFER, ZERO_WORD])
      expect(sent.receipt.logs[0]?.topics).toHaveLength(4)
    },
  },
  'collectible-transfer': {
    after: ['collectible-creation'],
    check: (sent) => {
      expectSuccess(sent)
      const isMint = sent.transaction.input.startsWith(id('mint(address,uint256)').slice(0, 10))
      const from = isMint ? ZERO_WORD : word(sent.transaction.from)
      expect(sent.receipt.logs.map(({ topics }) => topics.slice(0, 2))).toEqual([[TRANSFER, from]])
    },
  },
  'delegate-creation': { check: expectCreation },
  delegation: {
    after: ['delegate-creation'],
    check: (sent) => {
      expectSuccess(sent)
      expect(sent.transaction.type).toBe(4)
      expect(sent.transaction.authorizationList).toHaveLength(3)
    },
  },
  'destroyed-payment': {
    is: ({ to }) => to === null,
    check: (sent) => {
      expectSuccess(sent)
      const { transaction, receipt } = sent
      const { from, value, input } = transaction
      const created = receipt.contractAddress as string
      const child = getCreateAddress({ from: created, nonce: 1 }).toLowerCase()
      const recipient = `0x${input.slice(6, 46)}`
      expect(new Set(emitters(receipt))).toEqual(new Set([ETHER]))
      expect(receipt.logs.map(({ topics, data }) => [...topics.slice(1), BigInt(data)])).toEqual([
        [word(from), word(created), value],
        [word(created), word(child), value / 2n],
        [word(child), word(recipient), value / 2n],
        [word(created), word(child), value / 2n],
      ])
    },
  },
  'deterministic-creation': {
    is: ({ to }) => to === deploymentFactory.address,
    check: (sent) => {
      expectSuccess(sent)
      // an account and a slot or more
      expect(sent.receipt.gasUsed).toBeGreaterThan(183_600n + 97_920n)
    },
  },
  'factory-call': {
    after: ['factory-creation'],
    check: (sent) => {
      expectSuccess(sent)
      expect(emitters(sent.receipt)).toEqual([sent.transaction.to])
      expect(firstTopics(sent.receipt)).toEqual([id('Created(address,bytes32)')])
      expect(sent.receipt.logs[0]?.data).toBe(`0x${sent.transaction.input.slice(10)}`)
    },
  },
  'factory-creation': { check: expectCreation },
  'fee-market-transfer': {
    check: (sent) => {
      expectPlain(sent)
      expect(sent.transaction.type).toBe(2)
      expect(sent.transaction.value).toBeGreaterThan(0n)
    },
  },
  'gas-surge': {
    check: ({ fork, transaction, receipt }) => {
      expect(receipt.status).toBe(1)
      // All gas except what was reserved for memory expansion that turned out smaller, or for estimates that are too low.
      const most = isAtLeast(fork, 'amsterdam') ? transaction.gas / 16n : 40_000n
      expect(transaction.gas - receipt.gasUsed).toBeLessThan(most)
      expect(receipt.gasUsed).toBeGreaterThan(250_000n)
    },
  },
  'large-log': {
    after: ['logger-creation'],
    check: (sent) => {
      expectSuccess(sent)
      const [log] = sent.receipt.logs
      expect(log?.topics).toHaveLength(1)
      expect(log?.data.length).toBeGreaterThan(2 * 1024)
    },
  },
  'legacy-creation': { check: (sent) => expectCreation(sent, 0) },
  'legacy-transfer': {
    check: (sent) => {
      expectPlain(sent)
      expect(sent.transaction).toMatchObject({ type: 0, chainId: 1337n })
    },
  },
  'log-topics': {
    after: ['logger-creation'],
    check: (sent) => {
      expectSuccess(sent)
      expect(sent.receipt.logs.map(({ topics }) => topics.length)).toEqual([0, 1, 2, 3, 4])
    },
  },
  'logger-creation': { check: expectCreation },
  'mortal-creation': { check: expectCreation },
  'multi-token-batch': {
    after: ['multi-token-creation'],
    check: (sent) => {
      expectSuccess(sent)
      expect(firstTopics(sent.receipt)).toEqual([TRANSFER_BATCH])
    },
  },
  'multi-token-creation': {
    check: (sent) => {
      expectCreation(sent)
      expect(new Set(firstTopics(sent.receipt))).toEqual(new Set([TRANSFER_BATCH]))
    },
  },
  'multi-token-transfer': {
    after: ['multi-token-creation'],
    check: (sent) => {
      expectSuccess(sent)
      expect(firstTopics(sent.receipt)).toEqual([TRANSFER_SINGLE])
    },
  },
  multicall: {
    after: ['logger-creation', 'multicall-creation', 'token-creation'],
    check: (sent) => {
      expectSuccess(sent)
      const [token, logger, again] = emitters(sent.receipt)
      expect(again).toBe(token)
      expect(new Set([sent.transaction.to, token, logger]).size).toBe(3)
      const topics = firstTopics(sent.receipt)
      expect([topics[0], topics[2]]).toEqual([TRANSFER, APPROVAL])
    },
  },
  'multicall-creation': { check: expectCreation },
  'out-of-gas-transfer': {
    after: ['token-creation'],
    check: ({ transaction, receipt }) => {
      expect(receipt.status ?? 0).toBe(0)
      expect(receipt.gasUsed).toBe(transaction.gas)
      expect(receipt.logs).toEqual([])
    },
  },
  'pool-creation': {
    after: ['token-creation'],
    is: ({ input }) => input.startsWith(poolContract.creationCode),
    check: (sent) => {
      expectCreation(sent)
      expect(firstTopics(sent.receipt)).toEqual([TRANSFER, TRANSFER, SYNC])
      expect(new Set(emitters(sent.receipt)).size).toBe(3)
    },
  },
  'pool-swap': {
    after: ['token-creation', 'pool-creation'],
    check: (sent) => {
      expectSuccess(sent)
      const [tokenIn, tokenOut, pool, samePool] = emitters(sent.receipt)
      expect(firstTopics(sent.receipt)).toEqual([TRANSFER, TRANSFER, SYNC, SWAP])
      expect(tokenIn).toBe(sent.transaction.to)
      expect(new Set([tokenIn, tokenOut, pool]).size).toBe(3)
      expect(samePool).toBe(pool)
      const swap = sent.receipt.logs[3]
      expect(swap?.topics.slice(1)).toEqual([
        word(sent.transaction.from),
        word(sent.transaction.from),
      ])
      const amounts = abi.decode(['uint256', 'uint256', 'uint256', 'uint256'], swap?.data ?? '0x')
      expect(amounts.filter((amount) => amount > 0n)).toHaveLength(2)
    },
  },
  'refused-swap': { after: ['token-creation', 'pool-creation'], check: expectRevert },
  'reverted-transfer': { after: ['token-creation'], check: expectRevert },
  'self-destruct': { after: ['mortal-creation'], check: expectSuccess },
  'self-transfer': {
    check: (sent) => {
      expectPlain(sent)
      expect(sent.transaction.to).toBe(sent.transaction.from)
    },
  },
  'slot-log': {
    is: ({ to }) => to === null,
    check: (sent) => {
      expectSuccess(sent)
      const { receipt, header } = sent
      const values = [header.slotNumber, 4, 19, 20]
      expect(receipt.logs[0]?.data).toBe(abi.encode(Array(4).fill('uint256'), values))
    },
  },
  'token-approval': {
    after: ['token-creation'],
    check: (sent) => {
      expectSuccess(sent)
      expect(firstTopics(sent.receipt)).toEqual([APPROVAL])
    },
  },
  'token-creation': {
    check: (sent) => {
      expectCreation(sent)
      expect(new Set(firstTopics(sent.receipt))).toEqual(new Set([TRANSFER]))
      expect(sent.receipt.logs).toHaveLength(10)
    },
  },
  'token-transfer': {
    after: ['token-creation'],
    check: (sent) => {
      expectSuccess(sent)
      expect(firstTopics(sent.receipt)).toEqual([TRANSFER])
      expect(emitters(sent.receipt)).toEqual([sent.transaction.to])
    },
  },
  'unprotected-transfer': {
    check: (sent) => {
      expectPlain(sent)
      expect(sent.transaction.chainId).toBeUndefined()
      expect([27n, 28n]).toContain(sent.transaction.v)
    },
  },
  'zero-transfer': {
    check: (sent) => {
      expectPlain(sent)
      expect(sent.transaction.value).toBe(0n)
    },
  },
}

/** A spec with one kind, and few transactions of the kinds that it needs. */
function only(kind: KindName, after: readonly KindName[], spec: ChainSpec): ChainSpec {
  const off = Object.keys(trafficKinds).map((name) => [name, 0] as const)
  const rare = after.map((name) => [name, 1] as const)
  const traffic = Object.fromEntries([...off, ...rare, [kind, 4]])
  return { ...spec, traffic, uncleRate: [0, 1] }
}

const BLOCKS_PER_FORK = sized(3, 6)

/** A few forks, some blocks apart; omitted forks start with the next one. */
function erasOf(forks: readonly ForkName[]): ChainSpec {
  const starts = forkNames.map((name) => {
    const era = forks.findIndex((fork) => isAtLeast(fork, name))
    return [name, BLOCKS_PER_FORK * era]
  })
  return {
    preset: 'eras',
    forks: Object.fromEntries(starts),
    blocks: BLOCKS_PER_FORK * forks.length,
    gasLimit: 30_000_000,
  }
}

/** Forks that change the outcome of transactions: cost of failures, fees, self-destruct, and the newest. */
const landmarks: readonly ForkName[] = ['byzantium', 'london', 'cancun', 'bpo2', 'amsterdam']

/** The fork that adds the kind, the one before, which must not have it, and landmarks; at full size all forks. */
function forksFor(kind: KindName): readonly ForkName[] {
  const since = forkNames.indexOf(trafficKinds[kind].since)
  const isNear = (index: number) => index === since - 1 || index === since
  return sized<readonly ForkName[]>(
    forkNames.filter((fork, index) => isNear(index) || landmarks.includes(fork)),
    forkNames,
  )
}

describe('every kind of traffic', () => {
  it.each(Object.keys(expectations) as KindName[])(
    '%s has its documented effect under every fork that supports it',
    async (name) => {
      const { after = [], is, check } = expectations[name]
      const createsContract = name.endsWith('-creation') || name === 'gas-surge'
      const isOfKind = is ?? (({ to }: Transaction) => (to === null) === createsContract)
      const transactionsPerBlock = name === 'burst' ? ([4, 6] as const) : ([2, 3] as const)
      const chain = await createChain(
        only(name, after, { ...erasOf(forksFor(name)), transactionsPerBlock }),
      )
      const forks = new Set<ForkName>()
      for (const { header, transactions, receipts } of blocksOf(chain)) {
        const fork = forkAt(chain.rules.forks, header.number, header.timestamp)
        for (const [index, transaction] of transactions.entries()) {
          if (!isOfKind(transaction)) continue
          const receipt = receipts[index] as Receipt
          check({ fork, header, transaction, receipt, transactions })
          forks.add(fork)
        }
      }
      const { since } = trafficKinds[name]
      const known = forksFor(name).filter((fork) => isAtLeast(fork, since))
      // The contracts that it calls may be deployed only after a fork or two.
      const first = known.findIndex((fork) => forks.has(fork))
      expect(first).toBeLessThanOrEqual(after.length)
      expect([...forks]).toEqual(known.slice(first))
    },
  )
})

describe('gas-surge', () => {
  it('deploys 64 KiB of code from Amsterdam on, with a gas limit above 2^24', async () => {
    const chain = await createChain(
      only('gas-surge', [], {
        preset: 'amsterdam',
        blocks: 8,
        gasLimit: 240_000_000,
        transactionsPerBlock: [1, 1],
      }),
    )
    const sizes: number[] = []
    for (const { transactions, receipts } of blocksOf(chain)) {
      const { contractAddress } = receipts[0] ?? {}
      if (!contractAddress) continue
      const { code } = await chain.account(contractAddress)
      sizes.push((code.length - 2) / 2)
      expect(transactions[0]?.gas).toBeGreaterThan(2n ** 24n)
    }
    expect(Math.max(...sizes)).toBe(65_536)
  })
})

describe('cleared-slots', () => {
  it('clears the slots of contracts at the addresses of CREATE2, with a refund that does not lower the gas of the block', async () => {
    const chain = await createChain(
      only('cleared-slots', ['deterministic-creation'], {
        preset: 'amsterdam',
        blocks: 12,
        transactionsPerBlock: [1, 1],
      }),
    )
    const created = new Set<string>()
    let cleared = 0
    for (const { header, transactions, receipts } of blocksOf(chain).slice(1)) {
      const [{ to, input }, { gasUsed }] = [transactions[0] as Transaction, receipts[0] as Receipt]
      if (to === deploymentFactory.address) {
        const salt = input.slice(0, 66)
        const code = `0x${input.slice(66)}`
        const address = getCreate2Address(to, salt, keccak256(code)).toLowerCase() as Hex
        created.add(address)
        // SSTORE of 0 in slot 0, 1, …
        expect((await chain.account(address)).code).toMatch(/^0x(6000600[0-4]55)+$/)
        continue
      }
      cleared++
      expect(created.delete(to as string)).toBe(true)
      expect(gasUsed).toBe(header.gasUsed - header.gasUsed / 5n)
    }
    expect(cleared).toBeGreaterThan(2)
  })
})

describe('self-destruct', () => {
  it('removes the contract before Cancun, and only its ether from Cancun on', async () => {
    const chain = await createChain(
      only('self-destruct', ['mortal-creation'], {
        ...erasOf(forkNames),
        transactionsPerBlock: [1, 2],
      }),
    )
    const node = await StockNode.start(chain, chain.rules, GENESIS_BALANCE)
    const seen = { gone: 0, there: 0 }
    for (const { header, transactions } of blocksOf(chain).slice(1)) {
      const destroyed = transactions.flatMap(({ to }) => to ?? [])
      for (const address of destroyed) {
        expect((await node.account(address)).balance).toBeGreaterThan(0n)
      }
      await node.accept(chain.tree.byNumber(header.number) as never)
      const fork = forkAt(chain.rules.forks, header.number, header.timestamp)
      for (const address of destroyed) {
        const { balance, code } = await node.account(address)
        expect(balance).toBe(0n)
        expect(code.length > 2).toBe(isAtLeast(fork, 'cancun'))
        seen[code.length > 2 ? 'there' : 'gone']++
      }
    }
    expect(seen.gone).toBeGreaterThan(5)
    expect(seen.there).toBeGreaterThan(5)
  })
})

describe('delegation', () => {
  it('sets code for valid authorizations and skips invalid ones', async () => {
    const chain = await createChain(
      only('delegation', ['delegate-creation'], {
        preset: 'latest',
        blocks: sized(24, 40),
        transactionsPerBlock: [1, 1],
      }),
    )
    const node = await StockNode.start(chain, chain.rules, GENESIS_BALANCE)
    let delegations = 0
    let byDelegated = 0
    for (const { header, transactions } of blocksOf(chain).slice(1)) {
      const [transaction] = transactions
      const { from = '', authorizationList = [] } = transaction ?? {}
      const signed = await Promise.all(
        authorizationList.map(async ({ chainId, address, nonce, r, s, yParity }) => {
          const hex = (value: bigint) => `0x${value.toString(16).padStart(64, '0')}` as const
          const authority = await recoverAuthorizationAddress({
            authorization: { chainId: Number(chainId), address, nonce },
            signature: { r: hex(r), s: hex(s), yParity },
          })
          const before = await node.account(authority)
          // Transactions of the sender count before its authorizations.
          const ownStep = authority.toLowerCase() === from ? 1n : 0n
          return { authority, chainId, address, nonce: BigInt(nonce), before, ownStep }
        }),
      )
      if (from !== '' && (await node.account(from)).code !== '0x') byDelegated++
      await node.accept(chain.tree.byNumber(header.number) as never)
      if (signed.length === 0) continue
      delegations++
      const [right, wrongNonce, wrongChain] = signed as [
        (typeof signed)[0],
        (typeof signed)[0],
        (typeof signed)[0],
      ]
      expect(right.nonce).toBe(right.before.nonce + right.ownStep)
      const after = await node.account(right.authority)
      expect(after.code).toBe(`0xef0100${right.address.slice(2)}`)
      expect(after.nonce).toBe(right.nonce + 1n)
      expect(wrongNonce.nonce).toBeGreaterThan(wrongNonce.before.nonce)
      expect(wrongChain.chainId).not.toBe(1337n)
      for (const { authority, before, ownStep } of [wrongNonce, wrongChain]) {
        if (authority === right.authority) continue
        expect(await node.account(authority)).toMatchObject({
          nonce: before.nonce + ownStep,
          code: before.code,
        })
      }
    }
    expect(delegations).toBeGreaterThan(5)
    expect(byDelegated).toBeGreaterThan(2)
  })
})
