import { faker as shared } from '@faker-js/faker/locale/en'
import type { Random } from '../../primitives/random.ts'

// Faker makes names and words. It is seeded for each one, so that none depends on another. This uses its own
// instance, because a test may have seeded the shared one. The class is taken from the shared instance because
// importing it by name would load all languages.
const OwnFaker = shared.constructor as new (options: { locale: object[] }) => typeof shared
const faker = new OwnFaker({ locale: [shared.rawDefinitions] })

/** The extra data of a miner's blocks, at most 32 bytes of UTF-8. */
export function drawGraffiti(random: Random): Uint8Array {
  faker.seed(random.uint32())
  const words = `${faker.word.adjective()} ${faker.animal.type()}`
  return new Uint8Array(Buffer.from(words.slice(0, 32), 'utf8'))
}

/** An amount to send, in thousandths of a unit. */
export function drawAmount(random: Random): number {
  faker.seed(random.uint32())
  return faker.number.int({ min: 1, max: 5000 })
}

/** The name and symbol of a new token. */
export function drawTokenName(random: Random): { name: string; symbol: string } {
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
