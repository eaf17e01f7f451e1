import { Child } from './child.ts'
import { measureQuestion, type Slices } from './measureQuestion.ts'
import { questions, requestText, requireTransactions } from './questions.ts'
import type { Row } from './report.ts'
import { blocksOf } from './specs.ts'
import { type ServerAddress, type ServerSubject, transports } from './transports.ts'

/**
 * Requests per second of this checkout against those of another build: whether a change has cost anything. Against
 * itself it tells how far the figures can be trusted.
 *
 * @param folder of the other build: a checkout that is compiled, or an installed package
 */
export async function measureAgainst(folder: string, slices: Slices): Promise<Row[]> {
  const rows: Row[] = []
  for (const transactions of [20, 200] as const) {
    const spec = blocksOf(transactions)
    const [ours, others] = await Promise.all([start({ spec }), start({ spec, folder })])
    for (const transport of transports) {
      for (const question of questions.filter((q) => q.transactions === transactions)) {
        const message = requestText(question, ours.address.head)
        const [our, other] = await Promise.all(
          [ours, others].map(({ address }) =>
            transport.rehearse(address[transport.url], message),
          ) as [Rehearsal, Rehearsal],
        )
        requireTransactions(our.body, question)
        if (!other.body.equals(our.body)) throw new Error(`${folder} answers otherwise`)
        rows.push(
          ...(await measureQuestion(
            `${transport.name} ${question.name}`,
            'the other build',
            { server: ours.server, dialogue: our },
            { server: others.server, dialogue: other },
            slices,
          )),
        )
      }
    }
    await Promise.all([ours.server.stop(), others.server.stop()])
  }
  return rows
}

type Rehearsal = ReturnType<(typeof transports)[number]['rehearse']>

async function start(subject: ServerSubject): Promise<{ server: Child; address: ServerAddress }> {
  const server = new Child('ommerServer')
  return { server, address: await server.do<ServerAddress>('listen', subject) }
}
