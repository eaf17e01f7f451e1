/** What stands before a value: the marks of a list or an object, and what parts its members. */
const MARKS = ['[', '{', ','] as const

/**
 * How many values a JSON text can have, counted without reading it: looking for marks takes a hundredth of the time of
 * parsing. Marks within strings count, too.
 *
 * @param max where counting ends
 */
export function countValues(text: string, max: number): number {
  let count = 0
  for (const mark of MARKS) {
    for (let at = text.indexOf(mark); at !== -1 && count <= max; at = text.indexOf(mark, at + 1)) {
      count++
    }
  }
  return count
}
