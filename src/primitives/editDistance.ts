/**
 * The optimal string alignment distance: how many insertions, deletions, substitutions and swaps of neighbours turn one
 * text into another (https://en.wikipedia.org/wiki/Damerau-Levenshtein_distance). It is fast for small limits, even
 * with many long texts. No library is used because the common ones have neither a limit nor swaps.
 *
 * @param limit the largest distance of interest
 * @returns undefined if the distance is above the limit
 */
export function editDistance(one: string, other: string, limit: number): number | undefined {
  if (Math.abs(one.length - other.length) > limit) return undefined
  let same = 0
  while (same < one.length && one[same] === other[same]) same++
  const [left, otherLeft] = [one.slice(same), other.slice(same)]
  if (left === '' && otherLeft === '') return 0
  if (limit === 0) return undefined
  const after = (skipped: number, otherSkipped: number): number =>
    editDistance(left.slice(skipped), otherLeft.slice(otherSkipped), limit - 1) ??
    Number.POSITIVE_INFINITY
  const isSwapped =
    left.length > 1 && left[0] === otherLeft[1] && left[1] === otherLeft[0] && otherLeft.length > 1
  const least = Math.min(
    left === '' ? Number.POSITIVE_INFINITY : after(1, 0),
    otherLeft === '' ? Number.POSITIVE_INFINITY : after(0, 1),
    after(1, 1),
    isSwapped ? after(2, 2) : Number.POSITIVE_INFINITY,
  )
  return Number.isFinite(least) ? least + 1 : undefined
}
