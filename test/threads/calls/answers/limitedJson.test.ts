import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readSpool, removeSpool } from '../../../../src/primitives/spoolFile.ts'
import { LimitedJson, type SpooledJson } from '../../../../src/threads/calls/answers/limitedJson.ts'
import { temporaryFolder } from '../../../support/temporaryFolder.ts'

it('joins parts, in a buffer of their own', () => {
  const json = new LimitedJson({ bytesMax: 9 })
  for (const part of ['["a"', ',', 'é', ']']) json.add(part)
  const bytes = json.bytes()
  expect(Buffer.from(bytes).toString()).toBe('["a",é]')
  expect(bytes.buffer.byteLength).toBe(bytes.length)
})

it('refuses what is larger than the limit, in bytes', () => {
  const json = new LimitedJson({ bytesMax: 3 })
  json.add('é')
  expect(() => json.add('é')).toThrow(
    expect.objectContaining({ code: -32003, message: 'response too large: at most 3 bytes' }),
  )
  json.requireSpace(1)
  expect(() => json.requireSpace(2)).toThrow('response too large')
})

describe('with a file', () => {
  type Step = { readonly text: string } | { readonly late: string }

  const steps = fc.array(
    fc.oneof(
      { weight: 9, arbitrary: fc.record({ text: fc.string({ unit: 'grapheme', maxLength: 40 }) }) },
      { weight: 1, arbitrary: fc.record({ late: fc.string({ maxLength: 9 }) }) },
    ),
    { maxLength: 100 },
  )

  function write(json: LimitedJson, given: readonly Step[]): void {
    const places = given.map((step) => {
      if ('text' in step) json.add(step.text)
      else return [json.reserve(), step.late] as const
      return undefined
    })
    for (const place of places) place?.[0](place[1])
  }

  async function wholeOf(path: string, { pieces }: SpooledJson): Promise<Buffer> {
    const chunks: Uint8Array[] = []
    let start = 0
    for (const piece of pieces) {
      if (typeof piece !== 'number') chunks.push(piece)
      else {
        for await (const chunk of readSpool(path, start, piece)) chunks.push(chunk)
        start += piece
      }
    }
    expect(statSync(path).size).toBe(start)
    return Buffer.concat(chunks)
  }

  it('has the same bytes as without one', async () => {
    const path = join(temporaryFolder(), 'answer')
    await fc.assert(
      fc.asyncProperty(steps, fc.nat(300), async (given, bytesMax) => {
        removeSpool(path)
        const json = new LimitedJson({ bytesMax, spool: { path, bytesMax: 10_000 } })
        write(json, given)
        const result = json.result()
        json.close()
        const unlimited = new LimitedJson({ bytesMax: 10_000 })
        write(unlimited, given)
        const bytes = Buffer.from(unlimited.bytes())
        const whole = result instanceof Uint8Array ? result : await wholeOf(path, result)
        expect(bytes.equals(whole)).toBe(true)
        if (result instanceof Uint8Array) expect(existsSync(path)).toBe(false)
        else expect(result.byteLength).toBe(bytes.length)
      }),
    )
  })

  it('refuses what cannot be written', () => {
    const json = new LimitedJson({ bytesMax: 3, spool: { path: '/none/answer', bytesMax: 6 } })
    expect(() => json.add('four')).toThrow(
      'response too large: it cannot be written to a file (ENOENT)',
    )
  })

  it('refuses what is larger than the file may be', () => {
    const path = join(temporaryFolder(), 'answer')
    const json = new LimitedJson({ bytesMax: 3, spool: { path, bytesMax: 6 } })
    json.add('four')
    expect(readFileSync(path, 'utf8')).toBe('four')
    expect(() => json.add('six')).toThrow('response too large: at most 6 bytes')
    json.close()
  })
})
