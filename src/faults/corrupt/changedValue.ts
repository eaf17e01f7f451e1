import type { Random } from '../../primitives/random.ts'

const DIGITS = '0123456789abcdef'

/**
 * Another value of the same form: hex of the same length with one digit changed, a list without one of its items,
 * the other boolean, the next number.
 *
 * @returns the value itself where it has no other, as an object has none
 */
export function changedValue(value: unknown, random: Random): unknown {
  if (typeof value === 'string') return changedText(value, random)
  if (typeof value === 'number') return value + 1
  if (typeof value === 'boolean') return !value
  if (value === null) return '0x0'
  return Array.isArray(value) ? withoutOne(value, random) : value
}

/** A list without one item, which is drawn; an empty one stays as it is. */
export function withoutOne(items: readonly unknown[], random: Random): readonly unknown[] {
  return items.length === 0 ? items : items.toSpliced(random.below(items.length), 1)
}

function changedText(text: string, random: Random): string {
  if (!/^0x[0-9a-f]*$/i.test(text)) return `${text}?`
  if (text === '0x') return '0x00'
  const at = 2 + random.below(text.length - 2)
  // The first digit of a quantity is no zero.
  const low = at === 2 && text.length > 3 ? 1 : 0
  const others = [...DIGITS.slice(low)].filter((digit) => digit !== text[at]?.toLowerCase())
  return text.slice(0, at) + random.pick(others) + text.slice(at + 1)
}
