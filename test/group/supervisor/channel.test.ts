import { EventEmitter } from 'node:events'
import { beforeEach, expect, it } from 'vitest'
import { Channel } from '../../../src/group/supervisor/channel.ts'
import { OmmerError } from '../../../src/primitives/errors.ts'

/** One end of an IPC channel between two processes. */
class End extends EventEmitter {
  connected = true
  other: End | undefined

  send(message: unknown): boolean {
    const copy = structuredClone(message)
    setImmediate(() => this.other?.emit('message', copy))
    return true
  }
}

let ends: readonly [End, End]
let left: Channel<unknown, unknown>
let received: unknown[]
beforeEach(() => {
  ends = [new End(), new End()]
  ends[0].other = ends[1]
  ends[1].other = ends[0]
  received = []
  left = new Channel(ends[0], () => 'left')
  new Channel(ends[1], async (question) => {
    received.push(question)
    if (question === 'refused') throw new OmmerError('REFUSED', 'it is refused')
    if (question === 'broken') throw new TypeError('a bug')
    if (question === 'silent') return new Promise(() => {})
    return { question, big: 2n ** 70n }
  })
})

it('brings each question its own answer', async () => {
  const answers = await Promise.all(['a', 'b'].map((question) => left.ask(question)))
  expect(answers).toEqual([
    { question: 'a', big: 2n ** 70n },
    { question: 'b', big: 2n ** 70n },
  ])
})

it('brings errors with their codes', async () => {
  await expect(left.ask('refused')).rejects.toMatchObject({
    code: 'REFUSED',
    message: 'it is refused',
  })
  await expect(left.ask('broken')).rejects.toMatchObject({
    code: 'INTERNAL_ERROR',
    message: 'a bug',
  })
})

it('brings questions in order', async () => {
  await Promise.all([1, 2, 3].map((question) => left.ask(question)))
  expect(received).toEqual([1, 2, 3])
})

it.each<[string, () => void]>([
  ['disconnects', () => ends[0].emit('disconnect')],
  ['exits', () => left.close()],
])('ends all questions when the other process %s, and those that follow', async (_, end) => {
  const asked = left.ask('silent')
  end()
  await expect(asked).rejects.toMatchObject({ code: 'WORKER_ENDED' })
  await expect(left.ask('a')).rejects.toMatchObject({ code: 'WORKER_ENDED' })
})

it('sends nothing to a process that is not connected', async () => {
  ends[0].connected = false
  await expect(left.ask('a')).rejects.toMatchObject({ code: 'WORKER_ENDED' })
  expect(received).toEqual([])
})
