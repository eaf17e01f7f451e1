const STACK_MAX = 1024

/** How many items an operation takes from the stack and puts on it (Yellow Paper, appendix H.2). */
const effects: readonly (readonly [opcodes: readonly number[], takes: number, puts: number])[] = [
  [[0x00, 0x5b, 0xfe], 0, 0],
  [
    [
      0x30, 0x32, 0x33, 0x34, 0x36, 0x38, 0x3a, 0x3d, 0x41, 0x42, 0x43, 0x44, 0x45, 0x46, 0x47,
      0x48, 0x4a, 0x4b, 0x58, 0x59, 0x5a,
    ],
    0,
    1,
  ],
  [range(0x5f, 0x7f), 0, 1],
  [[0x50, 0x56, 0xff], 1, 0],
  // DUPN, SWAPN, EXCHANGE: their operand says how many more they need.
  [[0xe6], 1, 2],
  [[0xe7, 0xe8], 2, 2],
  [[0x15, 0x19, 0x1e, 0x31, 0x35, 0x3b, 0x3f, 0x40, 0x49, 0x51, 0x54, 0x5c], 1, 1],
  [[0x52, 0x53, 0x55, 0x57, 0x5d, 0xa0, 0xf3, 0xfd], 2, 0],
  [[...range(0x01, 0x07), 0x0a, 0x0b, ...range(0x10, 0x14), ...range(0x16, 0x18)], 2, 1],
  [[0x1a, 0x1b, 0x1c, 0x1d, 0x20], 2, 1],
  [[0x37, 0x39, 0x3e, 0x5e, 0xa1], 3, 0],
  [[0x08, 0x09, 0xf0], 3, 1],
  [[0x3c, 0xa2], 4, 0],
  [[0xf5], 4, 1],
  [[0xa3], 5, 0],
  [[0xa4], 6, 0],
  [[0xf4, 0xfa], 6, 1],
  [[0xf1, 0xf2], 7, 1],
]

const table = new Map<number, readonly [takes: number, puts: number]>(
  effects.flatMap(([opcodes, takes, puts]) =>
    opcodes.map((opcode) => [opcode, [takes, puts] as const] as const),
  ),
)
for (let count = 1; count <= 16; count++) {
  table.set(0x7f + count, [count, count + 1])
  table.set(0x8f + count, [count + 1, count + 1])
}

/** The smallest and largest stack on which an operation can run. */
export function stackLimits(opcode: number): { readonly min: number; readonly max: number } {
  const [takes, puts] = table.get(opcode) ?? [0, 0]
  return { min: takes, max: STACK_MAX + takes - puts }
}

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, at) => from + at)
}
