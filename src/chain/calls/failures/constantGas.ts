import { type ForkName, isAtLeast } from '../../protocol/forks.ts'

/** In gas, of operations that cost the same in all forks (geth, core/vm/jump_table.go). */
const costs: readonly (readonly [gas: bigint, opcodes: readonly number[]])[] = [
  [1n, [0x5b]],
  [
    2n,
    [
      0x30,
      0x32,
      0x33,
      0x34,
      0x36,
      0x38,
      0x3a,
      0x3d,
      ...range(0x41, 0x46),
      0x48,
      0x4a,
      0x50,
      0x58,
      0x59,
      0x5a,
      0x5f,
    ],
  ],
  [
    3n,
    [
      0x01,
      0x03,
      ...range(0x10, 0x1d),
      0x35,
      0x37,
      0x39,
      0x3e,
      0x49,
      0x51,
      0x52,
      0x53,
      0x5e,
      ...range(0x60, 0x9f),
    ],
  ],
  [5n, [0x02, ...range(0x04, 0x07), 0x0b, 0x1e, 0x47]],
  [8n, [0x08, 0x09, 0x56]],
  [10n, [0x57]],
  [20n, [0x40]],
  [30n, [0x20]],
  [100n, [0x5c, 0x5d]],
]

const always: ReadonlyMap<number, bigint> = new Map(
  costs.flatMap(([gas, opcodes]) => opcodes.map((opcode) => [opcode, gas] as const)),
)

type Since = readonly [fork: ForkName, gas: bigint]

/** What reads another account: EIP-150, then EIP-2929. */
const ofAccount: readonly Since[] = [
  ['berlin', 100n],
  ['tangerineWhistle', 700n],
]
const ofCode: readonly Since[] = [...ofAccount, ['chainstart', 20n]]
const ofCreation: readonly Since[] = [
  ['amsterdam', 12_000n],
  ['chainstart', 32_000n],
]
const ofCall: readonly Since[] = [...ofAccount, ['chainstart', 40n]]

/** Of the others, the newest fork first (EIP-150, EIP-1052, EIP-1884, EIP-2929, EIP-7843, EIP-8024, EIP-8038). */
const byFork: ReadonlyMap<number, readonly Since[]> = new Map<number, readonly Since[]>([
  [
    0x31,
    [
      ['berlin', 100n],
      ['istanbul', 700n],
      ['tangerineWhistle', 400n],
      ['chainstart', 20n],
    ],
  ],
  [0x3b, ofCode],
  [0x3c, ofCode],
  [
    0x3f,
    [
      ['berlin', 100n],
      ['istanbul', 700n],
      ['chainstart', 400n],
    ],
  ],
  [
    0x54,
    [
      ['berlin', 0n],
      ['istanbul', 800n],
      ['tangerineWhistle', 200n],
      ['chainstart', 50n],
    ],
  ],
  [0x4b, [['amsterdam', 2n]]],
  [0xe6, [['amsterdam', 3n]]],
  [0xe7, [['amsterdam', 3n]]],
  [0xe8, [['amsterdam', 3n]]],
  [0xf0, ofCreation],
  [0xf5, ofCreation],
  [0xf1, ofCall],
  [0xf2, ofCall],
  [0xf4, ofCall],
  [0xfa, ofCall],
  // Before, geth computes all of it.
  [0xff, [['berlin', 5000n]]],
])

/** The gas that geth charges for an operation before all else. Its traces report it for an operation that cannot run. */
export function constantGas(opcode: number, fork: ForkName): bigint {
  const gas = always.get(opcode)
  if (gas !== undefined) return gas
  return byFork.get(opcode)?.find(([since]) => isAtLeast(fork, since))?.[1] ?? 0n
}

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, at) => from + at)
}
