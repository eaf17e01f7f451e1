import { describe, expect, it } from 'vitest'
import { readAnswers } from '../support/geth/answersFile.ts'
import { askAll } from '../support/geth/askAll.ts'
import { knownDifferences } from '../support/geth/knownDifferences.ts'
import { createAskedChain, landmarksOf } from '../support/geth/landmarks.ts'
import { nameOf } from '../support/geth/question.ts'
import { questions } from '../support/geth/questions.ts'
import { serveForTests } from '../support/serving.ts'

const { server, chain } = await serveForTests(await createAskedChain())

const recorded = readAnswers()
const known = new Map(
  knownDifferences.flatMap(({ questions: names, answer }) =>
    names.map((name): [string, string] => [name, answer]),
  ),
)

describe('the recorded answers of geth', () => {
  it('cover the current requests', () => {
    expect([...recorded.keys()].sort()).toEqual(questions().map(nameOf).sort())
  })

  it('include errors of every code', () => {
    const codes = new Set([...recorded.values()].map((kind) => /^-\d+/.exec(kind)?.[0]))
    expect(codes).toEqual(
      new Set([
        '-32000',
        '-32600',
        '-32601',
        '-32602',
        // Of simulations.
        '-38013',
        '-38014',
        '-38015',
        '-38020',
        '-38021',
        '-38026',
        // An internal error of geth: see the known differences.
        '-32603',
        undefined,
      ]),
    )
    const errors = [...recorded.values()].filter((kind) => kind.startsWith('-'))
    expect(errors.length).toBeGreaterThan(2000)
  })

  it('differ from ours in every known difference', () => {
    for (const [name, answer] of known) {
      expect(recorded.get(name), name).toBeDefined()
      expect(recorded.get(name), name).not.toBe(answer)
    }
  })
})

describe('the dialect geth', () => {
  it('answers as geth, with its codes and messages, except for the known differences', async () => {
    const endpoint = server.endpoint('as-geth', { dialect: 'geth' })
    const ours = Object.fromEntries(await askAll(endpoint, landmarksOf(chain)))
    expect(ours).toEqual(Object.fromEntries([...recorded, ...known]))
  })
})

describe('the dialect infura', () => {
  it('returns null for missing objects, and refuses the rest under the same code', async () => {
    const ours = await askAll(server, landmarksOf(chain))
    // Of wrong params also which argument is wrong, and what is said of too few or too many.
    const common = /^-32602 (?:invalid argument \d: |missing .*|too many .*)|^\S+/
    const commonPart = (kind = '') => common.exec(kind)?.[0]
    const changes = [...recorded]
      .filter(([name, kind]) => !known.has(name) && commonPart(kind) !== commonPart(ours.get(name)))
      // Over HTTP, where no client can subscribe, it does not read its arguments.
      .filter(([name]) => !name.startsWith('eth_unsubscribe'))
      .map(([name, kind]) => [kind, ours.get(name)].join(' -> '))
    const tooMany = 'exceed max addresses or topics per search position'
    expect(new Set(changes)).toEqual(
      new Set([
        ...['safe block not found', 'finalized block not found'].map(
          (it) => `-32000 ${it} -> null`,
        ),
        '-32000 hash is not currently canonical -> null',
        ...['safe', 'finalized'].map((tag) => `-32000 ${tag} header not found -> a result`),
        // For a range from the head to the head.
        '-32602 invalid block range params -> a result',
        ...[0, 1].map((at) => `-32000 ${tooMany} -> -32602 invalid argument ${at}: ${tooMany}`),
        // geth reads an index without digits as 0.
        'null -> -32602 invalid argument 1: hex string without 0x prefix',
        'a result -> -32602 invalid argument 1: hex string without 0x prefix',
      ]),
    )
  })
})
