/**
 * How long a server asks to wait (RFC 9110, 10.2.3): a number of seconds, or a date.
 *
 * @param value of the header `Retry-After`; null where there is none
 * @param now in milliseconds since 1970
 * @returns milliseconds; undefined where it says nothing that can be understood
 */
export function readRetryAfter(value: string | null, now: number): number | undefined {
  const text = value?.trim() ?? ''
  if (/^\d+(\.\d+)?$/.test(text)) return Number(text) * 1000
  // Every form of date begins with the day of the week; Date.parse would take much else for one.
  const date = /^[A-Z][a-z]+,? /.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(date) ? undefined : Math.max(0, date - now)
}
