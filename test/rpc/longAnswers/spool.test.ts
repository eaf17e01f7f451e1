import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { LongAnswer, longChunks, longLength } from '../../../src/rpc/longAnswers/longAnswer.ts'
import { Spool } from '../../../src/rpc/longAnswers/spool.ts'
import type { SpoolFile } from '../../../src/threads/calls/answers/limitedJson.ts'
import { temporaryFolder } from '../../support/temporaryFolder.ts'

const folder = temporaryFolder()

function spoolOf(bytesMax: number) {
  const remove = () => rmSync(folder, { recursive: true, force: true })
  return new Spool(bytesMax, () => ({ path: folder, remove }))
}

/** Has a spool keep an answer of some digits in a file. */
async function keep(spool: Spool, digits: string): Promise<LongAnswer> {
  const kept = await spool.keep(async (file) => {
    writeFileSync((file as SpoolFile).path, digits)
    return {
      byteLength: digits.length + 2,
      pieces: [Buffer.from('['), digits.length, Buffer.from(']')],
    }
  })
  if (kept instanceof LongAnswer) return kept
  throw new Error('it is not in a file')
}

describe('Spool', () => {
  it('has a long answer be read from its file, which is then removed', async () => {
    const spool = spoolOf(100)
    const reply = { start: '{"id":1,', answer: await keep(spool, '12345') }
    const chunks: Uint8Array[] = []
    for await (const chunk of longChunks(reply)) chunks.push(Uint8Array.from(chunk))
    const text = Buffer.concat(chunks).toString()
    expect(text).toBe('{"id":1,"result":[12345]}')
    expect(longLength(reply)).toBe(text.length)
    expect(Buffer.from(reply.answer.beginning()).toString()).toBe('"result":[')
    expect([spool.count, readdirSync(folder).length]).toEqual([1, 1])
    reply.answer.discard()
    reply.answer.discard()
    expect([spool.count, readdirSync(folder).length]).toEqual([0, 0])
  })

  it('returns a short answer as it is', async () => {
    const spool = spoolOf(100)
    expect(await spool.keep(async () => Uint8Array.of(1))).toEqual(Uint8Array.of(1))
    expect(spool.count).toBe(0)
  })

  it('gives no file if there is no folder', async () => {
    const spool = new Spool(100, () => {
      throw new Error('read-only')
    })
    const kept = await spool.keep(async (file) => Uint8Array.of(file === undefined ? 1 : 2))
    expect(kept).toEqual(Uint8Array.of(1))
  })

  it('lets one answer have half of it, and drops the oldest that others need the place of', async () => {
    const spool = spoolOf(21)
    await spool.keep(async (file) => {
      expect(file?.bytesMax).toBe(10)
      return new Uint8Array(0)
    })
    const [first, second, third] = [
      await keep(spool, '11111111'),
      await keep(spool, '22222222'),
      await keep(spool, '33333333'),
    ]
    expect([first, second, third].map(({ signal }) => signal.aborted)).toEqual([true, false, false])
    second.discard()
    await keep(spool, '44444444')
    expect([third.signal.aborted, spool.count]).toEqual([false, 2])
  })

  it('removes what an answer that failed has left, and everything when it is closed', async () => {
    const spool = spoolOf(100)
    const failed = spool.keep(async (file) => {
      writeFileSync((file as SpoolFile).path, '1')
      throw new Error('too slow')
    })
    await expect(failed).rejects.toThrow('too slow')
    const answer = await keep(spool, '2')
    expect(readdirSync(folder)).toHaveLength(3)
    spool.close()
    expect([answer.signal.aborted, existsSync(folder)]).toEqual([true, false])
  })
})
