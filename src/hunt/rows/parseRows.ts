import { messageOf } from '../../primitives/errors.ts'
import { isObject, show } from '../../primitives/input.ts'
import { quoteLargeIntegers } from '../../primitives/largeIntegers.ts'
import { HuntError } from '../huntError.ts'

export function invalidRows(problem: string): HuntError {
  return new HuntError('INVALID_ROWS', `rows: ${problem}`)
}

/** Text that begins with a list or has one line is JSON; other text has a row in each line. */
export function parseRows(text: string): unknown {
  const trimmed = text.trim()
  if (trimmed === '')
    throw invalidRows('the output is empty; want a JSON array, or a JSON object in each line')
  const lines = trimmed.split('\n')
  const isLines = !trimmed.startsWith('[') && lines.length > 1 && isJson(lines[0] as string)
  try {
    const json = isLines ? `[${lines.filter((line) => line.trim() !== '').join(',')}]` : trimmed
    const value: unknown = JSON.parse(quoteLargeIntegers(json, 1))
    // One row alone, as a line.
    return isObject(value) && !Object.values(value).some(Array.isArray) ? [value] : value
  } catch (error) {
    const shown = show(trimmed.slice(0, 100))
    throw invalidRows(
      `${shown} is not JSON, neither as a whole nor line by line: ${messageOf(error)}`,
    )
  }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
