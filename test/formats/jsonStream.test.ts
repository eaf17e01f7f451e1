import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { JsonStream } from '../../src/formats/jsonStream.ts'

/** Writes a value by opening all objects and lists down to a depth. */
async function stream(value: unknown, depth: number, pretty: boolean): Promise<string> {
  const pieces: string[] = []
  const write = async (piece: string | Uint8Array) => {
    pieces.push(String(piece))
  }
  const json = new JsonStream({ write }, pretty)
  const add = async (each: unknown, left: number, name?: string): Promise<void> => {
    if (left === 0 || typeof each !== 'object' || each === null) return json.add(each, name)
    const isList = Array.isArray(each)
    await (isList ? json.openList(name) : json.openObject(name))
    for (const [key, inner] of Object.entries(each)) {
      await add(inner, left - 1, isList ? undefined : key)
    }
    await json.close()
  }
  await add(value, depth)
  return pieces.join('')
}

describe('JsonStream', () => {
  it('writes the same as JSON.stringify at any depth', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(fc.dictionary(fc.string(), fc.jsonValue()), fc.array(fc.jsonValue())),
        fc.integer({ min: 1, max: 4 }),
        fc.boolean(),
        async (value, depth, pretty) => {
          const expected = `${JSON.stringify(value, null, pretty ? 2 : 0)}\n`
          expect(await stream(value, depth, pretty)).toBe(expected)
        },
      ),
    )
  })

  it('writes bigints as numbers', async () => {
    expect(await stream({ total: [2n ** 63n - 1n] }, 1, false)).toBe(
      '{"total":[9223372036854775807]}\n',
    )
  })
})
