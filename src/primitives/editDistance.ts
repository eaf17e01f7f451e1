/**
 * How many letters are to be put in, left out, changed or swapped with their neighbour to make one text of another:
 * the optimal string alignment distance (https://en.wikipedia.org/wiki/Damerau-Levenshtein_distance). Quick for few,
 * as nothing behind the last of them is looked at: texts may be many, and long.
 *
 * @param most looked for
 * @returns undefined where it is more
 */
export function editDistance(one: string, other: string, most: number): number | undefined {
  if (Math.abs(one.length - other.length) > most) return undefined
  let same = 0
  while (same < one.length && one[same] === other[same]) same++
  const [left, otherLeft] = [one.slice(same), other.slice(same)]
  if (left === '' && otherLeft === '') return 0
  if (most === 0) return undefined
  const after = (skipped: number, otherSkipped: number): number =>
    editDistance(left.slice(skipped), otherLeft.slice(otherSkipped), most - 1) ??
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
