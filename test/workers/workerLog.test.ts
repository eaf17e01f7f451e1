import { beforeEach, expect, it } from 'vitest'
import { OmmerError } from '../../src/primitives/errors.ts'
import { WorkerLog } from '../../src/workers/workerLog.ts'

/** A question that was asked, and how it is answered. */
interface Asked {
  readonly question: { readonly kind: string; readonly json?: string; readonly key?: string }
  answer(problem?: { readonly code: string; readonly message: string }): void
  fail(error: Error): void
}

let asked: Asked[]
let told: unknown[]
let log: WorkerLog
beforeEach(() => {
  asked = []
  told = []
  log = create()
  log.begin()
})

function create(): WorkerLog {
  const primary = {
    ask: (question: Asked['question']) =>
      new Promise((resolve, reject) => {
        asked.push({ question, answer: (problem) => resolve({ problem }), fail: reject })
      }),
    tell: (message: unknown) => void told.push(message),
  }
  return new WorkerLog(primary as never)
}

const full = { code: 'JOURNAL_FULL', message: 'it is full' }

it('sends entries as JSON, and says when all of them are kept', async () => {
  expect(log.kept('a')).toBeUndefined()
  log.created('a', { dialect: 'geth' })
  log.closed('b')
  expect(asked.map(({ question }) => JSON.parse(question.json as string))).toEqual([
    { sequence: 0, endpoint: 'a', create: { dialect: 'geth' } },
    { sequence: 0, endpoint: 'b', close: true },
  ])
  let isKept = false
  const kept = log.kept('a')?.then(() => {
    isKept = true
  })
  asked[0]?.answer()
  await Promise.resolve()
  expect(isKept).toBe(false)
  asked[1]?.answer()
  await kept
  expect(log.kept('a')).toBeUndefined()
})

it('sends nothing before it has begun', () => {
  const other = create()
  other.created('a', {})
  other.chainGrew({ number: 1, hash: '0x1' })
  expect([asked, told]).toEqual([[], []])
})

it('refuses changes of an endpoint that has no room, until it has', async () => {
  log.created('a', {})
  asked[0]?.answer(full)
  await log.kept('a')
  expect(() => log.requireWritable('a')).toThrow(expect.objectContaining(full))
  expect(() => log.requireWritable('b')).not.toThrow()
  expect(asked[1]?.question).toEqual({ kind: 'requireWritable', key: 'a' })
  asked[1]?.answer()
  await new Promise(setImmediate)
  expect(() => log.requireWritable('a')).not.toThrow()
})

it('fails what waits for an entry that could not be written, and refuses the next change', async () => {
  log.created('a', {})
  const kept = log.kept('a')
  asked[0]?.fail(new OmmerError('JOURNAL_NOT_WRITTEN', 'the disk is full'))
  const problem = { code: 'JOURNAL_NOT_WRITTEN', message: 'the disk is full' }
  await expect(kept).rejects.toMatchObject(problem)
  expect(log.kept('a')).toBeUndefined()
  expect(() => log.requireWritable('a')).toThrow(expect.objectContaining(problem))
})

it('forgets the problem of an endpoint that is closed', async () => {
  log.created('a', {})
  asked[0]?.answer(full)
  await log.kept('a')
  log.closed('a')
  expect(() => log.requireWritable('a')).not.toThrow()
})

it('says that the chain grew', () => {
  const head = { number: 7, hash: '0x7' } as const
  log.chainGrew(head)
  expect(told).toEqual([{ kind: 'grew', head }])
})
