import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, it, onTestFinished } from 'vitest'
import { createChain } from '../../../src/chain/createChain.ts'
import { createFork } from '../../../src/createFork.ts'
import type { ForkOptions } from '../../../src/fork/forkOptions.ts'
import { serve } from '../../../src/serve.ts'
import { type Question, questions } from '../../support/callEverything.ts'
import { stateQuestions } from '../../support/callState.ts'
import { contentsOf } from '../../support/folders.ts'
import { sized } from '../../support/sized.ts'
import { temporaryFolder } from '../../support/temporaryFolder.ts'

const LAST = 17
const network = await createChain({ seed: 'every method', blocks: LAST, preset: 'latest' })
const node = await serve(network, { port: 0 })
// Only the pinned block comes after all that the questions are about.
await node.mine(1)
const PIN = LAST + 1
afterAll(() => node.close())
const folder = temporaryFolder()

/** Online the options say why there are no proofs, offline the folder does. */
const NO_PROOFS = /(does not have proofs), because .*(?=: it reads)/

/** They tell about the server and its clients. */
const OF_SERVER = /^(?:ommer_(?:explorer|requests?|inDialect)|rpc[_.].*)$/

const all = [...questions(network), ...stateQuestions(network)].filter(([method, params]) => {
  return params.length > 0 && !OF_SERVER.test(method)
})
/** By method, and by whether they name blocks by number or by hash: what one has read, another might need. */
const groups = new Map<string, Question[]>()
for (const question of all) {
  const [method, params] = question
  const isByHash = /0x[\da-f]{64}/.test(JSON.stringify(params))
  const name = `${method}, ${isByHash ? 'by hash' : 'by number'}`
  groups.set(name, [...(groups.get(name) ?? []), question])
}

async function answersOf(options: ForkOptions, asked: readonly Question[]): Promise<string[]> {
  const chain = await createFork(options)
  const server = await serve(chain, { port: 0, dialect: 'geth', callTimeout: 0 })
  const answers: string[] = []
  for (const [method, params] of asked) {
    const answer = await server.request({ method, params } as never).catch((error: Error) => {
      return { error: error.message.replace(NO_PROOFS, '$1') }
    })
    answers.push(`${method} ${JSON.stringify(params)}: ${JSON.stringify(answer)}`)
  }
  await server.close()
  return answers
}

/** `npm test` has a third of them, because each needs two forks. */
const some = [...groups].filter((_, index) => index % sized(3, 1) === 0)

it.each(some)('is repeated offline: %s', async (_name, asked) => {
  const witness = join(mkdtempSync(join(folder, 'method-')), 'fork')
  const answers = await answersOf({ rpc: node.url, block: PIN, witness }, asked)
  expect(await answersOf({ witness, offline: true }, asked)).toEqual(answers)
})

it.each(['prefer', 'off'] as const)(
  'gives the same bytes in any order of the questions, with proofs: %s',
  async (proofs) => {
    const [one, other] = [join(folder, `${proofs}-one`), join(folder, `${proofs}-other`)]
    const online = { rpc: node.url, block: PIN, proofs }
    const answers = await answersOf({ ...online, witness: one }, all)
    await answersOf({ ...online, witness: other }, all.toReversed())
    expect(contentsOf(other)).toEqual(contentsOf(one))
    expect(await answersOf({ witness: one, offline: true }, all)).toEqual(answers)
  },
)

it('reports on transactions before the pinned block as the network does', async () => {
  const server = await serve(await createFork({ rpc: node.url, block: PIN }), { port: 0 })
  onTestFinished(() => server.close())
  const { transactions = [] } = network.blockByNumber(LAST) ?? {}
  expect(transactions).not.toEqual([])
  for (const { hash } of transactions) {
    const question = { method: 'ommer_report', params: [hash] } as never
    expect(await server.request(question)).toEqual(await node.request(question))
  }
})
