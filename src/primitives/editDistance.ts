/**
 * How many letters are to be put in, left out, changed or swapped with their neighbour to make one text of another:
 * the optimal string alignment distance (https://en.wikipedia.org/wiki/Damerau-Levenshtein_distance).
 */
export function editDistance(one: string, other: string): number {
  let twoBefore: readonly number[] = []
  let before: readonly number[] = Array.from({ length: other.length + 1 }, (_, place) => place)
  for (let row = 1; row <= one.length; row++) {
    const distances = [row]
    for (let column = 1; column <= other.length; column++) {
      const isSame = one[row - 1] === other[column - 1]
      const isSwapped =
        row > 1 &&
        column > 1 &&
        one[row - 1] === other[column - 2] &&
        one[row - 2] === other[column - 1]
      const at = (distance: number | undefined) => distance ?? Number.POSITIVE_INFINITY
      distances[column] = Math.min(
        at(before[column]) + 1,
        at(distances[column - 1]) + 1,
        at(before[column - 1]) + (isSame ? 0 : 1),
        isSwapped ? at(twoBefore[column - 2]) + 1 : Number.POSITIVE_INFINITY,
      )
    }
    twoBefore = before
    before = distances
  }
  return before[other.length] as number
}
