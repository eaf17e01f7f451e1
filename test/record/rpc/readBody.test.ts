import { describe, expect, it } from 'vitest'
import { BodyTooLongError, readBody, readStart } from '../../../src/record/rpc/readBody.ts'

/** An endless body that counts how much of it was read. */
function endless() {
  const seen = { pieces: 0, isCancelled: false }
  const body = new ReadableStream({
    pull: (controller) => {
      seen.pieces++
      controller.enqueue(new Uint8Array(1000))
    },
    cancel: () => {
      seen.isCancelled = true
    },
  })
  return { seen, response: new Response(body) }
}

describe('readBody', () => {
  it('returns the text, however it is split', async () => {
    const bytes = new TextEncoder().encode('{"é":"☃"}')
    const body = new ReadableStream({
      start: (controller) => {
        for (const byte of bytes) controller.enqueue(Uint8Array.of(byte))
        controller.close()
      },
    })
    expect(await readBody(new Response(body), bytes.length)).toBe('{"é":"☃"}')
    expect(await readBody(new Response(null), 0)).toBe('')
  })

  it('stops reading a body that is too long', async () => {
    const { seen, response } = endless()
    await expect(readBody(response, 5000)).rejects.toThrow(BodyTooLongError)
    expect(seen.isCancelled).toBe(true)
    expect(seen.pieces).toBeLessThan(9)
  })
})

it('reads the start of a body that is too long, and no more', async () => {
  const { seen, response } = endless()
  expect(await readStart(response, 2500)).toBe('\0'.repeat(2500))
  expect(seen.isCancelled).toBe(true)
  expect(seen.pieces).toBeLessThan(6)
  expect(await readStart(new Response('short'), 2500)).toBe('short')
})
