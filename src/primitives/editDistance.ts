/**
 * The optimal string alignment distance: the number of characters to insert, delete, change or swap with their neighbour
 * that turn one text into another (https://en.wikipedia.org/wiki/Damerau-Levenshtein_distance).
 *
 * Written by hand because the usual libraries (fastest-levenshtein, leven) do not count a swap, the most frequent
 * misspelling, as one step, and those that do compare texts of any length to their end: callers may send long ones.
 *
 * @param max the search stops above this distance, so its cost grows with `max` and not with the square of the length
 * @returns undefined if the distance is above `max`
 */
export function editDistance(one: string, other: string, max: number): number | undefined {
  if (Math.abs(one.length - other.length) > max) return undefined
  let same = 0
  while (same < one.length && one[same] === other[same]) same++
  const [left, right] = [one.slice(same), other.slice(same)]
  if (left === '' && right === '') return 0
  if (max === 0) return undefined
  const after = (leftSkipped: number, rightSkipped: number): number =>
    editDistance(left.slice(leftSkipped), right.slice(rightSkipped), max - 1) ??
    Number.POSITIVE_INFINITY
  const isSwapped =
    left.length > 1 && left[0] === right[1] && left[1] === right[0] && right.length > 1
  const least = Math.min(
    left === '' ? Number.POSITIVE_INFINITY : after(1, 0),
    right === '' ? Number.POSITIVE_INFINITY : after(0, 1),
    after(1, 1),
    isSwapped ? after(2, 2) : Number.POSITIVE_INFINITY,
  )
  return Number.isFinite(least) ? least + 1 : undefined
}
