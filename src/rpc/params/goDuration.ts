/** In milliseconds. */
const units: Readonly<Record<string, number>> = {
  ns: 1e-6,
  us: 1e-3,
  µs: 1e-3,
  μs: 1e-3,
  ms: 1,
  s: 1000,
  m: 60_000,
  h: 3_600_000,
}

/** Go reads texts of any length; reading one of megabytes would delay other clients. */
const LENGTH_MAX = 1000

/** Go counts nanoseconds in 64 bits. */
const MILLISECONDS_MAX = 2 ** 63 / 1e6

/**
 * Reads a duration such as `5s` or `1m30.5s` as Go does (time.ParseDuration).
 *
 * @returns in milliseconds, or Go's error
 */
export function parseGoDuration(text: string): number | { readonly problem: string } {
  const quoted = JSON.stringify(text.length <= LENGTH_MAX ? text : `${text.slice(0, LENGTH_MAX)}…`)
  const invalid = { problem: `time: invalid duration ${quoted}` }
  const rest = text.replace(/^[+-]/, '')
  if (rest === '0') return 0
  if (rest === '' || text.length > LENGTH_MAX) return invalid
  let milliseconds = 0
  for (let left = rest; left !== ''; ) {
    const number = /^(\d*)(?:\.(\d*))?/.exec(left) as RegExpExecArray
    if (!/\d/.test(number[0])) return invalid
    left = left.slice(number[0].length)
    const [unit = ''] = left.split(/[.\d]/, 1)
    if (unit === '') return { problem: `time: missing unit in duration ${quoted}` }
    const factor = units[unit]
    if (factor === undefined) {
      return { problem: `time: unknown unit ${JSON.stringify(unit)} in duration ${quoted}` }
    }
    milliseconds += Number(`0${number[0]}`) * factor
    left = left.slice(unit.length)
  }
  if (milliseconds > MILLISECONDS_MAX) return invalid
  return text.startsWith('-') ? -milliseconds : milliseconds
}
