import { expect, test } from 'vitest'
import type { SealedBlock } from '../../src/chain/encoding/block.ts'
import type { BlockView } from '../../src/endpoint/blockView.ts'
import { dialects, writtenDialects } from '../../src/endpoint/dialects/dialects.ts'
import { type Answer, decodeResult, nullAnswer } from '../../src/rpc/answer.ts'
import { AnswerCache } from '../../src/rpc/answerCache.ts'
import { createTestChain, sealedBlock } from '../support/chain.ts'

const chain = await createTestChain()

/** An answer of a little more than a thousand bytes. */
const write = () => 'x'.repeat(1000)

function ask(
  cache: AnswerCache,
  block: SealedBlock,
  form = 'form',
): { answer: Answer; written: boolean } {
  let written = false
  const answer = cache.answer(block, dialects.infura, form, () => {
    written = true
    return write()
  })
  return { answer, written }
}

test('serializes an answer once, and returns the same bytes', () => {
  const cache = new AnswerCache(10_000)
  const first = ask(cache, sealedBlock(chain, 1))
  const second = ask(cache, sealedBlock(chain, 1))
  expect([first.written, second.written]).toEqual([true, false])
  expect(second.answer).toBe(first.answer)
  expect(decodeResult(first.answer)).toBe(write())
})

test('separates formats and blocks', () => {
  const cache = new AnswerCache(10_000)
  ask(cache, sealedBlock(chain, 1))
  expect(ask(cache, sealedBlock(chain, 1), 'other').written).toBe(true)
  expect(ask(cache, sealedBlock(chain, 2)).written).toBe(true)
  expect(ask(cache, sealedBlock(chain, 1)).written).toBe(false)
})

test('never exceeds its bytes, and evicts the oldest blocks', () => {
  const cache = new AnswerCache(100_000)
  for (let number = 0; number <= 20; number++) {
    ask(cache, sealedBlock(chain, number))
    expect(cache.bytes).toBeLessThanOrEqual(100_000)
  }
  expect(cache.bytes).toBeGreaterThan(50_000)
  expect(ask(cache, sealedBlock(chain, 20)).written).toBe(false)
  expect(ask(cache, sealedBlock(chain, 0)).written).toBe(true)
})

test('bounds many answers about one block', () => {
  const cache = new AnswerCache(4000)
  for (let index = 0; index < 20; index++) {
    ask(cache, sealedBlock(chain, 1), `transaction ${index}`)
    expect(cache.bytes).toBeLessThanOrEqual(4000)
  }
})

test('returns an answer that is too large without keeping it', () => {
  const cache = new AnswerCache(1000)
  expect(ask(cache, sealedBlock(chain, 1)).written).toBe(true)
  expect(cache.bytes).toBe(0)
  expect(ask(cache, sealedBlock(chain, 1)).written).toBe(true)
})

test('missing answers take no memory', () => {
  const cache = new AnswerCache(10_000)
  expect(cache.answer(sealedBlock(chain, 1), dialects.infura, 'uncle 7', () => null)).toBe(
    nullAnswer,
  )
  expect(cache.bytes).toBe(0)
})

test('passes a block to the dialect that writes it', () => {
  const cache = new AnswerCache(10_000)
  const block = sealedBlock(chain, 1)
  for (const dialect of writtenDialects) {
    const write = (view: BlockView) => view.block({ full: false, pending: false })
    const answer = decodeResult(cache.answer(block, dialect, 'block', write))
    expect(answer).toHaveProperty('number', '0x1')
    expect('totalDifficulty' in (answer as object)).toBe(dialect.name !== 'geth')
  }
})

test('counts the blocks, which closed endpoints do not keep any more', () => {
  const block = { ...sealedBlock(chain, 1), receiptsRlp: new Uint8Array(3000) }
  const cache = new AnswerCache(10_000)
  ask(cache, block)
  const first = cache.bytes
  expect(first).toBeGreaterThan(5600)
  ask(cache, block, 'other')
  expect(cache.bytes - first).toBeLessThan(3000)
  for (let number = 0; number <= 20; number++) ask(cache, sealedBlock(chain, number))
  expect(ask(cache, block).written).toBe(true)
  expect(cache.bytes).toBeLessThanOrEqual(10_000)
})
