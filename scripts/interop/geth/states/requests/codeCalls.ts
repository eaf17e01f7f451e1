import { type Hex, toHex, toQuantity } from '../../../../../src/primitives/hex.ts'
import type { Random } from '../../../../../src/primitives/random.ts'
import { blockParameter } from '../blockParameter.ts'
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
import { RICH, RUNNER } from '../inventedAccounts.ts'
import type { CallObject, StateRequest } from '../request.ts'
import { sample } from '../sampleBlocks.ts'
import type { Subjects } from '../subjects.ts'

/** Calls that create contracts, and calls of code that an override puts at an address. */
export function* codeCalls({ block, accounts }: Subjects, random: Random): Generator<StateRequest> {
  const from = random.pick(accounts)
  const run = (code: Hex, more: CallObject = {}, overrides: object = {}): StateRequest => ({
    method: 'eth_call',
    params: [
      { from, to: RUNNER, ...more },
      blockParameter(block, random),
      { [RUNNER]: { code }, ...overrides },
    ],
  })
  for (const instructions of sample(Object.values(environmentReads), 6, random)) {
    yield run(returning(instructions), random.chance(1, 2) ? {} : { gas: toQuantity(500_000) })
  }
  for (let index = 0; index < 4; index++) {
    const call = { gas: toQuantity(random.between(30_000, 300_000)), data: toHex(random.bytes(40)) }
    const request = run(randomCode(random.between(1, 60), random), call)
    yield request
    if (index === 0) yield { ...request, method: 'eth_estimateGas' }
    if (index === 1) yield { ...request, method: 'eth_createAccessList' }
  }
  yield* failures(run, random)
  yield* creations(block, from, random)
  yield run(
    calling(random.pick(accounts), 1),
    {},
    { [RUNNER]: { code: calling(from, 1), balance: '0x5' } },
  )
  yield run(COUNTING, {}, { [RUNNER]: { code: COUNTING, state: { [slot(0)]: slot(7) } } })
  yield run(COUNTING, {}, { [RUNNER]: { code: COUNTING, stateDiff: { [slot(0)]: slot(9) } } })
  yield run(LOGGING)
  for (const method of ['eth_estimateGas', 'eth_createAccessList']) {
    yield { ...run(COUNTING), method }
    yield { ...run(returning('6001546002543b3031')), method }
  }
}

function* failures(
  run: (code: Hex, more?: CallObject) => StateRequest,
  random: Random,
): Generator<StateRequest> {
  const reasons: Hex[] = [
    '0x',
    '0x08c379a0',
    errorText('no'),
    errorText('é\n"quoted"'),
    `0x4e487b71${slot(random.pick([0, 1, 0x11, 0x12, 0x21, 0x32, 0x51, 0x99])).slice(2)}`,
    toHex(random.bytes(68)),
  ]
  const data = random.pick(reasons)
  yield run(REVERTING, { data })
  yield { ...run(REVERTING, { data }), method: 'eth_estimateGas' }
  yield { ...run(REVERTING, { data }), method: 'eth_createAccessList' }
  const broken: Hex[] = [
    '0xfe',
    '0x01',
    '0x600456',
    '0x5b5a',
    '0x0c',
    '0x60ff60ff52',
    '0x3d6001600060003e',
  ]
  for (const code of sample(broken, 2, random)) yield run(code, { gas: '0x186a0' })
  const gas = toQuantity(random.between(20_000, 200_000))
  yield run(ENDLESS, { gas })
  yield { ...run(ENDLESS, { gas }), method: 'eth_estimateGas' }
  yield { ...run(ENDLESS, { gas }), method: 'eth_createAccessList' }
  yield run('0x00', { value: toQuantity(10n ** 40n) })
  yield run('0x00', { gas: toQuantity(random.between(0, 22_000)) })
  yield { ...run('0x00', { value: toQuantity(10n ** 40n) }), method: 'eth_estimateGas' }
  yield run('0x00', { gasPrice: toQuantity(random.between(1, 3)) })
  yield run('0x00', { maxFeePerGas: '0x1', maxPriorityFeePerGas: '0x2' })
  yield run('0x00', { gasPrice: '0x1', maxFeePerGas: '0x2' })
  yield run('0x00', { chainId: '0x1234567' })
  yield run('0x00', { nonce: '0xffffffffffffffff' })
  yield run('0x00', { data: '0x01', input: '0x02' })
}

function* creations(block: Subjects['block'], from: Hex, random: Random): Generator<StateRequest> {
  const codes: Hex[] = [
    deploying(COUNTING),
    deploying('0xef0001'),
    '0x',
    '0xfe',
    '0x60006000fd',
    // Code of 24,577 bytes.
    '0x6160016000f3',
    `0x${'5b'.repeat(49_153)}`,
  ]
  const input = random.pick(codes)
  for (const method of ['eth_call', 'eth_estimateGas', 'eth_createAccessList']) {
    yield { method, params: [{ from, input }, blockParameter(block, random)] }
  }
  const funded = { [RICH]: { balance: toQuantity(10n ** 20n), nonce: '0x5' } }
  const call = { from: RICH, input: deploying(COUNTING), value: '0x1' }
  yield { method: 'eth_call', params: [call, blockParameter(block, random), funded] }
  yield { method: 'eth_estimateGas', params: [call, blockParameter(block, random), funded] }
}

/** `Error(string)` as Solidity reverts with it. */
function errorText(text: string): Hex {
  const bytes = Buffer.from(text, 'utf8').toString('hex')
  const length = slot(bytes.length / 2).slice(2)
  const padded = bytes.padEnd(64 * Math.ceil(bytes.length / 64), '0')
  return `0x08c379a0${slot(32).slice(2)}${length}${padded}`
}

function slot(value: number): Hex {
  return `0x${value.toString(16).padStart(64, '0')}`
}
