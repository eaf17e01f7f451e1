import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { LongAnswer, longChunks, longLength } from '../../../src/rpc/longAnswers/longAnswer.ts'
import { Spool } from '../../../src/rpc/longAnswers/spool.ts'
import type { SpoolFile } from '../../../src/threads/calls/answers/limitedJson.ts'
import { temporaryFolder } from '../../support/temporaryFolder.ts'

const folder = temporaryFolder()

/** in bytes: what is kept for all connections */
let counted = 0

function spoolOf(bytesMax: number) {
  const remove = () => rmSync(folder, { recursive: true, force: true })
  const add = (bytes: number) => {
    counted += bytes
  }
  return new Spool({
    bytesMax,
    accountOf: () => ({ add }),
    createFolder: async () => ({ path: folder, remove }),
  })
}

const connection = {}

/** Has a spool keep an answer of some digits in a file. */
async function keep(spool: Spool, digits: string): Promise<LongAnswer> {
  const kept = await spool.keep(connection, async (file) => {
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
    expect([counted, readdirSync(folder).length]).toEqual([17, 1])
    reply.answer.discard()
    reply.answer.discard()
    expect([counted, readdirSync(folder).length]).toEqual([0, 0])
  })

  it('notices that a file was cut off', async () => {
    const spool = spoolOf(100)
    const answer = await keep(spool, '12345')
    for (const name of readdirSync(folder)) writeFileSync(join(folder, name), '12')
    const read = async () => {
      for await (const chunk of answer.chunks()) expect(chunk.length).toBeGreaterThan(0)
    }
    await expect(read()).rejects.toThrow('a file in the temporary folder has lost 3 bytes')
    answer.discard()
  })

  it('returns a short answer as it is', async () => {
    const spool = spoolOf(100)
    expect(await spool.keep(connection, async () => Uint8Array.of(1))).toEqual(Uint8Array.of(1))
    expect(counted).toBe(0)
  })

  it('gives no file if there is no folder', async () => {
    const spool = new Spool({
      bytesMax: 100,
      accountOf: () => ({ add() {} }),
      createFolder: async () => {
        throw new Error('read-only')
      },
    })
    const kept = await spool.keep(connection, async (file) => {
      return Uint8Array.of(file === undefined ? 1 : 2)
    })
    expect(kept).toEqual(Uint8Array.of(1))
  })

  it('says how large an answer may be', async () => {
    await spoolOf(21).keep(connection, async (file) => {
      expect(file?.bytesMax).toBe(21)
      return new Uint8Array(0)
    })
  })

  it('removes what an answer that failed has left, and everything when it is closed', async () => {
    const spool = spoolOf(100)
    const failed = spool.keep(connection, async (file) => {
      writeFileSync((file as SpoolFile).path, '1')
      throw new Error('too slow')
    })
    await expect(failed).rejects.toThrow('too slow')
    await keep(spool, '2')
    expect(readdirSync(folder)).toHaveLength(1)
    await spool.close()
    expect(existsSync(folder)).toBe(false)
  })
})
