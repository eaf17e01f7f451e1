/**
 * Reads how long a server asks to wait (RFC 9110, 10.2.3): a number of seconds, or a date.
 *
 * @param value of the header `Retry-After`; null if absent
 * @param now in milliseconds since 1970
 * @returns milliseconds; undefined if absent or invalid
 */
export function readRetryAfter(value: string | null, now: number): number | undefined {
  const text = value?.trim() ?? ''
  if (/^\d+(\.\d+)?$/.test(text)) return Number(text) * 1000
  // All three date formats begin with the day of the week; Date.parse accepts much else.
  const date = /^[A-Z][a-z]+,? /.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(date) ? undefined : Math.max(0, date - now)
}
