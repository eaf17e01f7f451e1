import { describe, expect, it } from 'vitest'
import recorded from '../data/geth/amsterdam.json' with { type: 'json' }
import { amsterdamRequests, createAmsterdamChain } from '../support/amsterdam/askedChain.ts'
import { serveForTests } from '../support/serving.ts'

const { server, chain } = await serveForTests(await createAmsterdamChain(), { callTimeout: 0 })
const endpoint = server.endpoint('as-geth', { dialect: 'geth' })
const requests = amsterdamRequests(chain)
const answers: Readonly<Record<string, unknown>> = recorded.answers

async function answerOf(method: string, params: readonly unknown[]) {
  try {
    return { result: await endpoint.request({ method, params }) }
  } catch (error) {
    const { code, message, data } = error as { code: number; message: string; data?: unknown }
    return { error: { code, message, ...(data !== undefined && { data }) } }
  }
}

describe('in Amsterdam', () => {
  it.each(requests)('geth gives the same answer to $name', async ({ name, method, params }) => {
    expect(await answerOf(method, params)).toEqual(answers[name])
  })

  it('geth has answered all requests', () => {
    expect(Object.keys(answers)).toEqual(requests.map(({ name }) => name))
  })

  it.each([
    ['to itself', '0x2ee0'],
    ['without a value', '0x3a98'],
    ['to a new account', '0x32a1f'],
  ])('geth estimates a transfer %s at %s', (name, result) => {
    expect(answers[`estimate: ${name}`]).toEqual({ result })
  })
})
