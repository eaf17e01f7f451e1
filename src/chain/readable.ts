import { faker } from '@faker-js/faker/locale/en'
import type { Random } from '../primitives/random.ts'

/** What people read in a block: made by Faker, which is seeded anew for each block, so that none depends on another. */
export interface BlockTexts {
  /** a miner's words, at most 32 bytes of UTF-8 */
  readonly graffiti: Uint8Array
  /** one for each place in the block, in thousandths of a unit */
  readonly amounts: readonly number[]
}

export function blockTexts(random: Random, places: number): BlockTexts {
  faker.seed(random.uint32())
  return {
    graffiti: new Uint8Array(
      Buffer.from(`${faker.word.adjective()} ${faker.animal.type()}`.slice(0, 32), 'utf8'),
    ),
    amounts: Array.from({ length: places }, () => faker.number.int({ min: 1, max: 5000 })),
  }
}

export function tokenTexts(random: Random): { name: string; symbol: string } {
  faker.seed(random.uint32())
  const animal = faker.animal.type()
  return {
    name: `${capitalized(faker.color.human())} ${capitalized(animal)} Coin`,
    symbol: animal
      .replaceAll(/[^a-z]/g, '')
      .slice(0, 5)
      .toUpperCase(),
  }
}

function capitalized(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1)
}
