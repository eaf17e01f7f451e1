import type { Random } from '../../primitives/random.ts'

const DIGITS = '0123456789abcdef'

/**
 * Another value of the same format: hex of the same length with one digit changed, a list without one of its items, the
 * opposite boolean, the next number.
 *
 * @returns the value itself if it has no alternative, such as an object
 */
export function changedValue(value: unknown, random: Random): unknown {
  if (typeof value === 'string') return changedText(value, random)
  if (typeof value === 'number') return value + 1
  if (typeof value === 'boolean') return !value
  if (value === null) return '0x0'
  return Array.isArray(value) ? withoutOne(value, random) : value
}

/** The list without one item, which is drawn from the seed; an empty list is unchanged. */
export function withoutOne(items: readonly unknown[], random: Random): readonly unknown[] {
  return items.length === 0 ? items : items.toSpliced(random.below(items.length), 1)
}

function changedText(text: string, random: Random): string {
  if (!/^0x[0-9a-f]*$/i.test(text)) return `${text}?`
  if (text === '0x') return '0x00'
  const at = 2 + random.below(text.length - 2)
  // The first digit of a quantity is not zero.
  const low = at === 2 && text.length > 3 ? 1 : 0
  const others = [...DIGITS.slice(low)].filter((digit) => digit !== text[at]?.toLowerCase())
  return text.slice(0, at) + random.pick(others) + text.slice(at + 1)
}
