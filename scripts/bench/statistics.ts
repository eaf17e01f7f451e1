/** The median; for an even number of values, the mean of the two in the middle. */
export function median(values: readonly number[]): number {
  if (values.length === 0) throw new RangeError('a median needs at least one value')
  const sorted = values.toSorted((a, b) => a - b)
  const upper = sorted[Math.floor(sorted.length / 2)] as number
  const lower = sorted[Math.ceil(sorted.length / 2) - 1] as number
  return (lower + upper) / 2
}
