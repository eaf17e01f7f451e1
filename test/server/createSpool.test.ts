import { readdirSync, writeFileSync } from 'node:fs'
import { Socket } from 'node:net'
import { dirname } from 'node:path'
import { expect, it } from 'vitest'
import { LongAnswer } from '../../src/rpc/longAnswers/longAnswer.ts'
import type { Spool } from '../../src/rpc/longAnswers/spool.ts'
import { createSpool } from '../../src/server/createSpool.ts'
import type { SpoolFile } from '../../src/threads/calls/answers/limitedJson.ts'
import { until } from '../support/until.ts'

const BYTES = 10_000

async function keep(spool: Spool, socket: Socket): Promise<SpoolFile> {
  let given: SpoolFile | undefined
  const kept = await spool.keep(socket, async (file) => {
    given = file as SpoolFile
    writeFileSync(given.path, '1'.repeat(BYTES))
    return { byteLength: BYTES, pieces: [BYTES] }
  })
  if (!(kept instanceof LongAnswer)) throw new Error('it is not in a file')
  socket.once('close', () => kept.discard())
  return given as SpoolFile
}

it('closes the connection that keeps most if there is no room for another answer', async () => {
  const spool = createSpool(3.5 * BYTES)
  const [greedy, other, third] = [new Socket(), new Socket(), new Socket()]
  await keep(spool, greedy)
  const { path, bytesMax } = await keep(spool, greedy)
  await keep(spool, other)
  expect(bytesMax).toBe(1.75 * BYTES)
  expect([greedy, other].map(({ destroyed }) => destroyed)).toEqual([false, false])
  await keep(spool, third)
  expect([greedy, other, third].map(({ destroyed }) => destroyed)).toEqual([true, false, false])
  await until(() => readdirSync(dirname(path)).length === 2)
  await spool.close()
})
