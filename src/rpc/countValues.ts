/** What stands before a value: the marks of a list or an object, and what parts its members. */
const MARKS = ['[', '{', ','] as const

/** The most bytes that a parsed value takes beside its text: an empty object, and its place in a list. */
const VALUE_BYTES = 64

/** About how many bytes a JSON text takes when it is parsed: its strings, of which each character may take two bytes, and its values. */
export function parsedBytes(text: string, valuesMax: number): number {
  return 2 * text.length + VALUE_BYTES * countValues(text, valuesMax)
}

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
