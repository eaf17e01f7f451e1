import type { Random } from '../../../../src/primitives/random.ts'

/** Numbers of blocks up to the head, drawn at random without repetition, in order. */
export function sampleBlocks(head: number, count: number, random: Random): number[] {
  const numbers = Array.from({ length: head + 1 }, (_, number) => number)
  while (numbers.length > count) numbers.splice(random.below(numbers.length), 1)
  return numbers
}

/** Some of a list, drawn at random, in their order. */
export function sample<T>(items: readonly T[], count: number, random: Random): T[] {
  return sampleBlocks(items.length - 1, count, random).map((index) => items[index] as T)
}
