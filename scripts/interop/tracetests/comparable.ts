/** What geth's own tests do not compare in a flat trace. */
const IGNORED: ReadonlySet<string> = new Set([
  'blockHash',
  'blockNumber',
  'transactionHash',
  'transactionPosition',
])

const EMPTY: ReadonlySet<unknown> = new Set([
  undefined,
  null,
  '0x',
  '0x0',
  '0x0000000000000000000000000000000000000000',
])

/** A trace as geth's tests compare it: they read it into structs, so an empty member equals a missing one. */
export function comparable(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(comparable)
  if (typeof value !== 'object' || value === null) return value
  const members = Object.entries(value)
    .filter(([name]) => !IGNORED.has(name))
    .map(([name, member]) => [name, comparable(member)] as const)
    .filter(([, member]) => !EMPTY.has(member) && !isEmptyObject(member))
  return Object.fromEntries(members)
}

function isEmptyObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0
}
