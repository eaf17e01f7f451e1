import { type Hex, toQuantity } from '../../../../../src/primitives/hex.ts'
import type { Random } from '../../../../../src/primitives/random.ts'
import { RICH, RUNNER } from '../../states/inventedAccounts.ts'
import type { StateRequest } from '../../states/request.ts'
import type { Subjects } from '../../states/subjects.ts'

/** How many of these calls there are for a block. */
const COUNT = 12

/** What an operand of an operation is. */
type Operand = 'offset' | 'length' | 'address' | 'value' | 'gas' | 'word'

const copy = ['offset', 'offset', 'length'] as const
const region = ['offset', 'length'] as const
const io = [...region, ...region] as const

/** The operations whose gas depends on their operands, with what is on the stack, the top first. */
const operations: Readonly<Record<string, readonly Operand[]>> = {
  '0a': ['word', 'word'],
  '20': region,
  '31': ['address'],
  '37': copy,
  '39': copy,
  '3b': ['address'],
  '3c': ['address', ...copy],
  '3e': copy,
  '3f': ['address'],
  '51': ['offset'],
  '52': ['offset', 'word'],
  '53': ['offset', 'word'],
  '54': ['word'],
  '55': ['word', 'word'],
  '5c': ['word'],
  '5d': ['word', 'word'],
  '5e': copy,
  a0: region,
  a1: [...region, 'word'],
  a2: [...region, 'word', 'word'],
  a4: [...region, 'word', 'word', 'word', 'word'],
  f0: ['value', ...region],
  f1: ['gas', 'address', 'value', ...io],
  f2: ['gas', 'address', 'value', ...io],
  f3: region,
  f4: ['gas', 'address', ...io],
  f5: ['value', ...region, 'word'],
  fa: ['gas', 'address', ...io],
  fd: region,
  ff: ['address'],
}

const powers = [32n, 37n, 53n, 64n, 255n].map((bits) => 2n ** bits)
const large = [
  ...powers.flatMap((power) => [power - 33n, power - 32n, power - 31n, power - 1n, power]),
  2n ** 256n - 1n,
]
const small = [0n, 0n, 0n, 1n, 31n, 32n, 33n, 64n, 100n]
const medium = [1000n, 10_000n, 49_152n, 49_153n, 60_000n, 200_000n, 1_000_000n]

/** Operations with operands at the edges of what fits and of what can be paid, also where nothing may be changed. */
export function* edgeOperations(
  { block, accounts }: Subjects,
  random: Random,
): Generator<StateRequest> {
  for (let index = 0; index < COUNT; index++) {
    const [opcode, operands] = random.pick(Object.entries(operations))
    const known = operands.slice(0, random.chance(1, 15) ? -1 : operands.length)
    const pushed = known.map((operand) => push(drawOperand(operand, accounts, random))).reverse()
    // Memory has some words, and there may be data that was returned: the input of the identity contract.
    const before = [
      random.pick(['', '6001604052', '600161100052']),
      random.pick(['', '', '600060006040600060045afa50']),
    ].join('')
    const code: Hex = `0x${before}${pushed.join('')}${opcode}00`
    const gas = random.pick([
      random.between(21_000, 21_500),
      random.between(21_000, 26_000),
      random.between(21_000, 70_000),
      random.between(50_000, 200_000),
      random.between(200_000, 10_000_000),
    ])
    const isStatic = random.chance(1, 3)
    const state = {
      [RUNNER]: { code: isStatic ? staticCalling(RICH) : code, balance: '0x5' },
      ...(isStatic && { [RICH]: { code } }),
    }
    const call = { from: random.pick(accounts), to: RUNNER, gas: toQuantity(gas) }
    const at = toQuantity(block.header.number)
    yield { method: 'debug_traceCall', params: [call, at, { stateOverrides: state }] }
  }
}

/** Code that calls an address in a way that forbids changes, and drops whether that succeeded. */
function staticCalling(address: Hex): Hex {
  return `0x600060006000600073${address.slice(2)}5afa5000`
}

function drawOperand(operand: Operand, accounts: readonly Hex[], random: Random): bigint {
  switch (operand) {
    case 'address':
      return BigInt(
        random.pick([random.pick(accounts), RUNNER, '0x1', '0x4', '0xdddd', '0xffff0000']),
      )
    case 'value':
      return random.pick([0n, 0n, 1n, 6n])
    case 'gas':
      return random.pick([
        0n,
        1000n,
        100_000n,
        2n ** 40n,
        2n ** 64n - 1n,
        2n ** 64n,
        2n ** 256n - 1n,
      ])
    case 'word':
      return random.pick([...small, ...large])
    default:
      return random.pick(random.pick([small, small, medium, large]))
  }
}

function push(value: bigint): string {
  const digits = value.toString(16)
  const bytes = digits.length % 2 === 0 ? digits : `0${digits}`
  return `${(0x5f + bytes.length / 2).toString(16)}${bytes}`
}
