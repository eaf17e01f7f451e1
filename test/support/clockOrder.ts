import { readFileSync } from 'node:fs'

/** Sends a request; rejects if the response is an error. */
export type Call = (method: string, params: readonly unknown[]) => Promise<unknown>

const hex = (number: number) => `0x${number.toString(16)}`

/** The moves of the table in docs/dev-node.md, by the names there, at an endpoint whose head had a time at first. */
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

/** The table of docs/dev-node.md. */
export function documentedOrders(): readonly ClockOrder[] {
  const lines = readFileSync('docs/dev-node.md', 'utf8').split('\n')
  const header = lines.findIndex((line) => line.startsWith('| first \\ then |'))
  const seconds = cellsOf(lines[header] as string).slice(1)
  const rows = lines.slice(header + 2)
  return rows.slice(0, rows.indexOf('')).flatMap((line) => {
    const [first, ...cells] = cellsOf(line)
    return cells.map((cell, index) => {
      const [times = '', ofAnvil = times] = cell.split('; Anvil ')
      return { first: plain(first), second: plain(seconds[index]), times, ofAnvil }
    })
  })
}

const plain = (cell = '') => cell.replaceAll('*', '')

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
