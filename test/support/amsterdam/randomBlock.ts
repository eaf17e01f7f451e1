import { type Signer, signerOf } from '../../../src/chain/accounts.ts'
import { systemContracts } from '../../../src/chain/contracts/system.ts'
import { BlockBuilder } from '../../../src/chain/execution/blockBuilder.ts'
import type { BuiltBlock } from '../../../src/chain/execution/builtBlock.ts'
import { Engines } from '../../../src/chain/execution/engine.ts'
import {
  signTransaction,
  type TransactionFields,
} from '../../../src/chain/execution/signTransaction.ts'
import type { Genesis } from '../../../src/chain/genesis/genesis.ts'
import { createGenesisBlock } from '../../../src/chain/genesis/genesisBlock.ts'
import { forkNames, isScheduledByTime } from '../../../src/chain/protocol/forks.ts'
import type { Rules } from '../../../src/chain/protocol/rules.ts'
import { fromHex, type Hex, toHex } from '../../../src/primitives/hex.ts'
import { keccak256 } from '../../../src/primitives/keccak.ts'
import { Draws } from './draws.ts'
import { genesisHeader } from './genesisHeader.ts'
import { RandomCode } from './randomCode.ts'
import { beaconDeposits, drawQueue, requestCall } from './randomRequests.ts'

/** The rules under which geth runs tests of Amsterdam. */
export const rules: Rules = {
  chainId: 1,
  genesisTimestamp: 0,
  forks: forkNames.map((name) => ({
    name,
    at: isScheduledByTime(name) ? { timestamp: 0 } : { block: 0 },
  })),
}

/** A genesis and its first block. */
export interface RandomBlock {
  readonly genesis: Genesis
  readonly first: BuiltBlock
  readonly block: BuiltBlock
}

const signers: readonly Signer[] = Array.from({ length: 4 }, (_, index) =>
  signerOf(keccak256(Buffer.from(`signer ${index}`))),
)
const authorities: readonly Signer[] = Array.from({ length: 4 }, (_, index) =>
  signerOf(keccak256(Buffer.from(`authority ${index}`))),
)
const MINERS = [`0x${'cc'.repeat(20)}`, toHex(signers[0]?.address as Uint8Array)] as const

let engines: Engines | undefined

/** A block of a few random transactions, which call random code. */
export async function randomBlock(seed: number): Promise<RandomBlock> {
  const draws = new Draws(seed)
  engines ??= Engines.create(rules, () => new Uint8Array(32))
  const engine = await engines.at(0, 0)
  const addresses = addressesOf(draws)
  const code = new RandomCode(draws, addresses)
  const makesRequests = draws.one(8)
  const genesis = genesisOf(draws, code, makesRequests)
  const first = await createGenesisBlock(genesis, engine)
  const gasLimit = genesis.gasLimit
  const builder = await BlockBuilder.start(await engines.after(first.sealed, 12), first, {
    miner: fromHex(draws.of(MINERS) as Hex),
    timestamp: 12,
    gasLimit,
    extraData: new Uint8Array(0),
    mixHash: new Uint8Array(32).fill(7),
    nonce: new Uint8Array(8),
    parentBeaconBlockRoot: new Uint8Array(32).fill(draws.below(2)),
    slotNumber: BigInt(draws.below(1000)),
    uncles: [],
    withdrawals: draws.list(0, 3, (index) => ({
      index,
      validatorIndex: 1,
      address: draws.of(addresses),
      amountGwei: BigInt(draws.below(3)),
    })),
  })
  const count = 1 + draws.below(5)
  for (let index = 0; index < count; index++) {
    const sender = draws.of(signers)
    const { nonce } = builder.senderState(sender.address)
    const fields = fieldsOf(draws, { code, addresses, builder, makesRequests })
    const signed = signTransaction(fields, nonce, sender, engine.common)
    try {
      await builder.add(signed)
    } catch (error) {
      if (!(error instanceof RangeError)) throw error
    }
  }
  return { genesis, first, block: await builder.seal(first.progress) }
}

/** With this nonce a contract creates none. */
const NONCE_MAX = 2n ** 64n - 1n

const CONTRACTS = [0xa1, 0xa2, 0xa3, 0xa4, 0xa5] as const

function addressOf(last: number): Uint8Array {
  const address = new Uint8Array(20).fill(0x10)
  address[19] = last
  return address
}

/** Contracts, accounts, new accounts, precompiled and system contracts. */
function addressesOf(draws: Draws): Uint8Array[] {
  const precompile = new Uint8Array(20)
  precompile[19] = 1 + draws.below(10)
  return [
    ...CONTRACTS.map(addressOf),
    ...CONTRACTS.map(addressOf),
    ...signers.slice(0, 2).map(({ address }) => address),
    ...authorities.map(({ address }) => address),
    addressOf(1),
    addressOf(2),
    precompile,
    fromHex(draws.of(systemContracts).address),
    fromHex(MINERS[0]),
  ]
}

function genesisOf(draws: Draws, code: RandomCode, makesRequests: boolean): Genesis {
  const account = { balance: 0n, nonce: 0n, code: '0x', storage: {} } as const
  const funded = { ...account, balance: 10n ** 24n }
  const delegation = Uint8Array.of(0xef, 1, 0, ...addressOf(draws.of(CONTRACTS)))
  return {
    ...genesisHeader,
    gasLimit: draws.of([30_000_000n, 200_000_000n]),
    accounts: [
      ...signers.map(({ address }) => ({ ...funded, address: toHex(address) })),
      { ...account, address: toHex(authorities[1]?.address as Uint8Array), balance: 5n },
      {
        ...account,
        address: toHex(authorities[2]?.address as Uint8Array),
        nonce: 1n,
        code: toHex(delegation),
      },
      { ...account, address: toHex(addressOf(1)), balance: 1n },
      ...CONTRACTS.map((last) => ({
        ...account,
        address: toHex(addressOf(last)),
        balance: draws.of([0n, 3n, 100n]),
        nonce: draws.one(12) ? draws.of([NONCE_MAX - 1n, NONCE_MAX]) : 1n,
        code: toHex(code.write()),
        storage: Object.fromEntries(
          draws.list(0, 3, (slot) => [wordOf(slot), wordOf(1 + draws.below(2))]),
        ),
      })),
      ...systemContracts.map((contract) => ({
        ...account,
        address: contract.address,
        nonce: 1n,
        code: contract.code,
        storage: makesRequests ? drawQueue(draws, contract) : {},
      })),
      ...(makesRequests ? [beaconDeposits] : []),
    ],
  }
}

function wordOf(value: number): Hex {
  return `0x${value.toString(16).padStart(64, '0')}`
}

interface Surroundings {
  readonly code: RandomCode
  readonly addresses: readonly Uint8Array[]
  readonly builder: BlockBuilder
  /** whether half of the transactions queue a request */
  readonly makesRequests: boolean
}

function fieldsOf(draws: Draws, surroundings: Surroundings): TransactionFields {
  const { code, addresses, builder, makesRequests } = surroundings
  const request = makesRequests && draws.one(2) ? requestCall(draws) : undefined
  const isCreation = request === undefined && draws.one(5)
  const data = isCreation
    ? code.initCode(2)
    : Uint8Array.from(draws.list(0, draws.of([1, 1, 60, 200]), () => draws.below(3)))
  const call = {
    to: isCreation ? undefined : draws.of(addresses),
    value: draws.of([0n, 0n, 1n, 10n ** 18n + 5n]),
    data,
    gasLimit: gasLimitOf(draws, builder),
    ...request,
  }
  const fees = { maxFeePerGas: 100n, maxPriorityFeePerGas: draws.of([0n, 2n]) }
  const accessList = draws.list(0, draws.of([1, 3]), () => {
    const keys = draws.list(0, 3, () => fromHex(wordOf(draws.below(4))))
    return [draws.of(addresses), keys] as [Uint8Array, Uint8Array[]]
  })
  const type = draws.of([0, 1, 2, 2, 2, 3, 4, 4])
  if (type === 0) return { type, ...call, gasPrice: 100n, replayProtected: true }
  if (type === 1) return { type, ...call, gasPrice: 100n, accessList }
  if (type === 2 || call.to === undefined) return { type: 2, ...call, ...fees, accessList }
  const { to } = call
  if (type === 3) {
    const blobVersionedHashes = draws.list(1, 3, () => Uint8Array.of(1, ...new Uint8Array(31)))
    return { type: 3, ...call, to, ...fees, accessList, maxFeePerBlobGas: 10n, blobVersionedHashes }
  }
  const authorizations = draws.list(1, 4, () => ({
    authority: draws.of([...authorities, ...signers]),
    chainId: draws.of([0n, 1n, 1n, 2n]),
    address: draws.of([...addresses, new Uint8Array(20), new Uint8Array(20)]),
    nonce: BigInt(draws.below(3)),
  }))
  return { type: 4, ...call, to, ...fees, accessList, authorizations }
}

function gasLimitOf(draws: Draws, { gasLeft }: BlockBuilder): bigint {
  const base = draws.of([
    15_000, 21_000, 25_000, 40_000, 60_000, 100_000, 204_000, 204_600, 208_000, 230_000, 300_000,
    420_000, 700_000, 1_000_000, 3_000_000, 16_777_216, 17_000_000, 18_000_000, 40_000_000,
  ])
  const gas = BigInt(base + draws.below(4) * draws.below(3000))
  return gas > gasLeft ? gasLeft : gas
}
