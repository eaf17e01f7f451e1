import { show } from '../../primitives/input.ts'

/** What a column contains: whole numbers, bytes in hex, or either and any text, as in tables that a user has defined. */
export type ColumnType = 'number' | 'bytes' | 'any'

/** A cell after reading: a number in decimal, bytes as 0x and hex in lower case, null for a missing value. */
export type Cell = string | null

/** A row, by the names of its columns. */
export type Row = Readonly<Record<string, Cell>>

/** Names in camelCase and snake_case are the same. */
export function columnName(given: string): string {
  return given.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

/**
 * Reads a value as JSON, a database or a program writes it.
 *
 * @throws {CellError}
 */
export function readCell(value: unknown, type: ColumnType): Cell {
  if (value === null || value === undefined) return null
  if (type === 'any') return readAny(value)
  const read = type === 'number' ? readNumber(value) : readBytes(value)
  if (read !== undefined) return read
  throw new CellError(`${show(value)} is no ${type === 'number' ? 'whole number' : 'hex'}`)
}

/** A value is none of its column. */
export class CellError extends Error {}

/** Hex of any spelling is the same, and so are numbers in decimal; other text is as it is. */
function readAny(value: unknown): string {
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value)
  return /^\s*(?:0x|\\x)[\da-f]*\s*$/i.test(text) ? (readBytes(text) ?? text.toLowerCase()) : text
}

function readNumber(value: unknown): string | undefined {
  if (typeof value === 'bigint') return `${value}`
  if (typeof value === 'number') return Number.isSafeInteger(value) ? `${value}` : undefined
  if (typeof value !== 'string') return undefined
  const text = value.trim()
  return /^(?:-?\d+|0x[\da-f]+)$/i.test(text) ? `${BigInt(text)}` : undefined
}

/** Postgres writes bytes as \x and hex, other databases without any prefix. */
function readBytes(value: unknown): string | undefined {
  if (value instanceof Uint8Array) return `0x${Buffer.from(value).toString('hex')}`
  if (typeof value !== 'string') return undefined
  const [, digits] = /^\s*(?:0x|\\x)?((?:[\da-f]{2})*)\s*$/i.exec(value) ?? []
  return digits === undefined ? undefined : `0x${digits.toLowerCase()}`
}
