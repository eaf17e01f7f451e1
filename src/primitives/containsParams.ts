/**
 * Whether the params of a call contain a value: lists are compared from their beginning, objects by the members that the
 * value has, and hex in any case. null and undefined match anything.
 */
export function containsParams(params: unknown, wanted: readonly unknown[]): boolean {
  return Array.isArray(params) && contains(params, wanted)
}

function contains(value: unknown, wanted: unknown): boolean {
  if (wanted === null || wanted === undefined) return true
  if (typeof wanted === 'string') return typeof value === 'string' && isSameText(value, wanted)
  if (typeof wanted !== 'object') return value === wanted
  if (typeof value !== 'object' || value === null) return false
  if (Array.isArray(wanted) !== Array.isArray(value)) return false
  const members = value as Readonly<Record<string, unknown>>
  return Object.entries(wanted).every(([name, each]) => contains(members[name], each))
}

function isSameText(value: string, wanted: string): boolean {
  if (value === wanted) return true
  return /^0x[\da-f]*$/i.test(wanted) && value.toLowerCase() === wanted.toLowerCase()
}
