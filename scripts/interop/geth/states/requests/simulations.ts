import type { Block } from '../../../../../src/chain/encoding/block.ts'
import { type Hex, toHex, toQuantity } from '../../../../../src/primitives/hex.ts'
import type { Random } from '../../../../../src/primitives/random.ts'
import { blockParameter } from '../blockParameter.ts'
import { fullCallOf, plainCallOf } from '../callObjects.ts'
import {
  COUNTING,
  calling,
  deploying,
  ENDLESS,
  environmentReads,
  LOGGING,
  REVERTING,
  randomCode,
  returning,
} from '../code.ts'
import { IDENTITY, POOR, RICH, RUNNER } from '../inventedAccounts.ts'
import type { StateRequest } from '../request.ts'
import { sample } from '../sampleBlocks.ts'
import type { Subjects } from '../subjects.ts'

const WEALTH = toQuantity(10n ** 24n)

interface SimulatedBlock {
  readonly blockOverrides?: object
  readonly stateOverrides?: object
  readonly calls?: readonly object[]
}

/** Simulations of the block itself on its parent's state, and of other blocks on its own. */
export function* simulations(subjects: Subjects, random: Random): Generator<StateRequest> {
  const { block, parent } = subjects
  const simulate = (blocks: readonly SimulatedBlock[], on: Block, flags: object): StateRequest => ({
    method: 'eth_simulateV1',
    params: [{ blockStateCalls: blocks, ...flags }, blockParameter(on, random)],
  })
  if (block !== parent) {
    const calls = block.transactions.map(plainCallOf)
    const validated = block.transactions.map(fullCallOf)
    const blockOverrides = headerOverrides(block)
    yield simulate([{ calls }], parent, flags(random))
    yield simulate([{ blockOverrides, calls: validated }], parent, flags(random))
    yield simulate([{ blockOverrides, calls: validated }], parent, { validation: true })
  }
  const made = simulatedBlocks(subjects, random)
  for (let index = 0; index < 4; index++) {
    yield simulate(sample(made, random.between(1, 4), random), block, flags(random))
  }
  yield simulate(
    made.filter(() => random.chance(1, 2)).map((each) => ({ ...each, ...movedAhead(random) })),
    block,
    flags(random),
  )
}

function flags(random: Random): object {
  const names = ['validation', 'traceTransfers', 'returnFullTransactions']
  return Object.fromEntries(names.map((name) => [name, random.chance(1, 2)]))
}

/** The fields of a block that do not follow from its transactions. */
function headerOverrides({ header, withdrawals }: Block): object {
  const { number, timestamp, gasLimit, miner, mixHash, baseFeePerGas, difficulty } = header
  return {
    number: toQuantity(number),
    time: toQuantity(timestamp),
    gasLimit: toQuantity(gasLimit),
    feeRecipient: miner,
    prevRandao: mixHash,
    // After the merge geth refuses to override it.
    ...(difficulty !== 0n && { difficulty: toQuantity(difficulty) }),
    ...(baseFeePerGas !== undefined && { baseFeePerGas: toQuantity(baseFeePerGas) }),
    ...(header.parentBeaconBlockRoot && { beaconRoot: header.parentBeaconBlockRoot }),
    ...(withdrawals && {
      withdrawals: withdrawals.map(({ index, validatorIndex, address, amount }) => ({
        index: toQuantity(index),
        validatorIndex: toQuantity(validatorIndex),
        address,
        amount: toQuantity(amount),
      })),
    }),
  }
}

/** In some cases, overrides that leave a gap in numbers or set a fee. */
function movedAhead(random: Random): SimulatedBlock {
  if (random.chance(3, 4)) return {}
  return { blockOverrides: { baseFeePerGas: toQuantity(random.between(0, 100)) } }
}

function simulatedBlocks({ block, accounts, slots }: Subjects, random: Random): SimulatedBlock[] {
  const rich = { [RICH]: { balance: WEALTH } }
  const fees = { maxFeePerGas: toQuantity(10n ** 12n), maxPriorityFeePerGas: '0x1' }
  const account = random.pick(accounts)
  const { address, slot } = random.pick(slots)
  const { number, timestamp } = block.header
  const run = (code: Hex, ...calls: object[]): SimulatedBlock => ({
    stateOverrides: { ...rich, [RUNNER]: { code } },
    calls: calls.map((call) => ({ from: RICH, to: RUNNER, ...fees, ...call })),
  })
  return [
    {},
    { calls: [{}] },
    { calls: [{ from: POOR, to: account, value: '0x1' }] },
    {
      stateOverrides: rich,
      calls: [
        { from: RICH, to: POOR, value: '0x3e8', ...fees },
        { from: RICH, to: account, value: '0x1', ...fees },
        { from: POOR, to: RICH, value: '0x1' },
      ],
    },
    { stateOverrides: rich, calls: [{ from: RICH, input: deploying(COUNTING), ...fees }] },
    run(COUNTING, {}, { gas: '0xc350' }, { data: '0x01' }),
    run(LOGGING, {}, { value: '0x5' }),
    run(calling(POOR, 3), { value: '0x9' }, { value: '0x1' }),
    run(REVERTING, {
      data: '0x4e487b710000000000000000000000000000000000000000000000000000000000000011',
      value: '0x2',
    }),
    run(ENDLESS, { gas: '0xc350' }),
    run(randomCode(40, random), { gas: '0x30d40', data: toHex(random.bytes(50)) }),
    run(returning(random.pick(Object.values(environmentReads))), {}, { gas: '0xc350' }),
    // SELFDESTRUCT to another account.
    run(`0x73${POOR.slice(2)}ff`, { value: '0x7' }, { value: '0x8' }),
    { stateOverrides: { [address]: { stateDiff: { [slot]: toHex(random.bytes(32)) } } } },
    {
      stateOverrides: { [account]: { nonce: '0x5', balance: WEALTH } },
      calls: [{ from: account, to: POOR, ...fees }],
    },
    { blockOverrides: { feeRecipient: POOR, prevRandao: toHex(random.bytes(32)) } },
    { blockOverrides: { number: toQuantity(number + random.between(0, 6)) } },
    { blockOverrides: { time: toQuantity(timestamp + random.between(0, 60)) } },
    {
      blockOverrides: { gasLimit: toQuantity(random.pick([0, 21_000, 100_000])) },
      calls: [{ to: POOR }],
    },
    {
      blockOverrides: { baseFeePerGas: '0x7' },
      stateOverrides: rich,
      calls: [{ from: RICH, to: POOR, maxFeePerGas: '0x6' }],
    },
    {
      blockOverrides: {
        withdrawals: [{ index: '0x0', validatorIndex: '0x1', address: POOR, amount: '0x64' }],
      },
    },
    { blockOverrides: { beaconRoot: toHex(random.bytes(32)), blobBaseFee: '0x9' } },
    { calls: [{ from: account, to: POOR, nonce: toQuantity(random.below(3)) }] },
    { calls: [{ from: account, to: POOR, gas: '0x5207' }] },
    {
      stateOverrides: rich,
      calls: [
        {
          from: RICH,
          to: POOR,
          blobVersionedHashes: [`0x01${'00'.repeat(31)}`],
          maxFeePerBlobGas: '0x77359400',
          ...fees,
        },
      ],
    },
    {
      stateOverrides: {
        [IDENTITY]: { movePrecompileToAddress: POOR },
      },
      calls: [
        { to: POOR, data: '0x1234' },
        { to: IDENTITY, data: '0x12' },
      ],
    },
  ]
}
