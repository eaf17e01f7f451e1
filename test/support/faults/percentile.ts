/** The value that this share of the values does not exceed, by nearest rank. */
export function percentile(values: readonly number[], share: number): number {
  if (values.length === 0) throw new RangeError('no values to take a percentile of')
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.ceil(share * sorted.length) - 1] as number
}
