/** Sends a request; rejects if the response is an error. */
export type Call = (method: string, params: readonly unknown[]) => Promise<unknown>

const hex = (number: number) => `0x${number.toString(16)}`

/** The moves of the table below, by the names there, at an endpoint whose head had a time at first. */
const moves: Readonly<
  Record<string, (start: number) => readonly [method: string, params: readonly unknown[]]>
> = {
  fix: (start) => ['evm_setNextBlockTimestamp', [hex(start + 10_000)]],
  increase: () => ['evm_increaseTime', [hex(300)]],
  interval: () => ['anvil_setBlockTimestampInterval', [20]],
  'no interval': () => ['anvil_removeBlockTimestampInterval', []],
  'mine 2, 30 s': () => ['anvil_mine', [hex(2), hex(30)]],
  'mine at': (start) => ['evm_mine', [{ timestamp: hex(start + 20_000) }]],
  mine: () => ['evm_mine', []],
}

/** Two moves, one after the other, and the times of the two blocks that are mined then, in seconds since the start. */
export interface ClockOrder {
  readonly first: string
  readonly second: string
  /** or `error` */
  readonly times: string
  /** of Anvil, if it differs by more than the second that ommer's blocks are apart */
  readonly ofAnvil: string
}

/**
 * The times of two blocks after two moves, in seconds after the head, with the wall clock: the rules of docs/dev-node.md,
 * which shows the table.
 */
const TABLE = `
| first \\ then | fix | increase | interval | no interval | mine 2, 30 s | mine at | mine |
| fix | 10000, 10001 | 10000, 10300; Anvil 10000, 10000 | 10000, 10020 | 10000, 10001 | 10031, 10032 | 20001, 20002 | 10001, 10002 |
| increase | 10000, 10001 | 600, 601 | 320, 340; Anvil 20, 40 | 300, 301 | 361, 362 | 20001, 20002 | 301, 302 |
| interval | 10000, 10020 | 320, 340; Anvil 20, 40 | 20, 40 | 1, 2 | 80, 100; Anvil 60, 80 | 20020, 20040 | 40, 60 |
| no interval | 10000, 10001 | 300, 301 | 20, 40 | 1, 2 | 61, 62 | 20001, 20002 | 2, 3 |
| mine 2, 30 s | 10000, 10001 | 360, 361 | 80, 100 | 61, 62 | 121, 122 | 20001, 20002 | 62, 63 |
| mine at | error | 20300, 20301 | 20020, 20040 | 20001, 20002 | 20061, 20062 | error; Anvil 20000, 20000 | 20002, 20003 |
| mine | 10000, 10001 | 300, 301 | 21, 41 | 2, 3 | 62, 63 | 20001, 20002 | 3, 4 |
`

/** The header and the rows of the table. */
export function clockTable(): readonly [string[], ...string[][]] {
  const [header = '', ...rows] = TABLE.trim().split('\n')
  return [cellsOf(header), ...rows.map(cellsOf)]
}

/** What is expected of each pair of moves. */
export function expectedOrders(): readonly ClockOrder[] {
  const [[, ...seconds], ...rows] = clockTable()
  return rows.flatMap(([first = '', ...cells]) => {
    return cells.map((cell, index) => {
      const [times = '', ofAnvil = times] = cell.split('; Anvil ')
      return { first, second: seconds[index] ?? '', times, ofAnvil }
    })
  })
}

function cellsOf(line: string): string[] {
  return line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim())
}

/** All ordered pairs of moves. */
export const clockPairs: readonly (readonly [first: string, second: string])[] = Object.keys(
  moves,
).flatMap((first) => Object.keys(moves).map((second) => [first, second] as const))

/** @returns the times of the next two blocks, or `error` */
export async function playOrder(call: Call, first: string, second: string): Promise<string> {
  const timeOfHead = async () => {
    const block = await call('eth_getBlockByNumber', ['latest', false])
    return Number((block as { timestamp: string }).timestamp)
  }
  const mine = async () => {
    await call('evm_mine', [])
    return (await timeOfHead()) - start
  }
  await call('evm_mine', [])
  const start = await timeOfHead()
  try {
    for (const name of [first, second])
      await call(...(moves[name] as (typeof moves)['mine'])(start))
  } catch {
    return 'error'
  }
  return `${await mine()}, ${await mine()}`
}
