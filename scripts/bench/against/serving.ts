import { builtUrl } from '../../build/built.ts'
import { Child, cpuSecondsOf } from '../child.ts'
import { measureRequest, requestRows, type Slice, type Slices } from '../measureRequest.ts'
import type { Pair } from '../pairs.ts'
import type { Row } from '../report.ts'
import { benchRequests, messagesFor, requireTransactions } from '../requests.ts'
import { blocksOf } from '../specs.ts'
import { type ServerAddress, type ServerSubject, transports } from '../transports.ts'
import { rehearseVaried } from '../variedDialogue.ts'

/** A server process and its address. */
interface Started {
  readonly server: Child
  readonly address: ServerAddress
}

/**
 * Compares the requests per second of this checkout with those of another build, to see whether a change has made it
 * slower. Compared with itself, it shows how far the figures can be trusted.
 *
 * @param folder of the other build: a compiled checkout, or an installed package
 * @param processes how many processes to start of each build: two processes of the same build differ by a few percent
 *   for as long as they live
 */
export async function measureServingAgainst(
  folder: string,
  processes: number,
  slices: Slices,
): Promise<Row[]> {
  const measured = new Map<string, Pair<Slice>[]>()
  for (let process = 0; process < processes; process++) {
    for (const transactions of [20, 200] as const) {
      const spec = blocksOf(transactions)
      const [ours, theirs] = await Promise.all([
        start({ spec, build: builtUrl() }),
        start({ spec, build: builtUrl(folder) }),
      ])
      await measureBoth(ours, theirs, transactions, slices, measured)
      await Promise.all([ours.server.stop(), theirs.server.stop()])
    }
  }
  return [...measured].flatMap(([name, pairs]) =>
    requestRows(name, 'the other build', pairs, { target: 1 }),
  )
}

/** Sends all requests about blocks of one size to both, and adds the measurements to the earlier ones. */
async function measureBoth(
  ours: Started,
  theirs: Started,
  transactions: 20 | 200,
  slices: Slices,
  measured: Map<string, Pair<Slice>[]>,
): Promise<void> {
  for (const { name, url, rehearse } of transports) {
    for (const request of benchRequests.filter((q) => q.transactions === transactions)) {
      const messages = messagesFor(request, ours.address.head)
      const our = await rehearseVaried(ours.address[url], messages, rehearse)
      const their = await rehearseVaried(theirs.address[url], messages, rehearse)
      for (const [index, body] of our.bodies.entries()) {
        requireTransactions(body, request)
        if (!their.bodies[index]?.equals(body))
          throw new Error('the other build sends a different response')
      }
      const pairs = await measureRequest(
        { cpuSeconds: cpuSecondsOf(ours.server), dialogues: [our.dialogue] },
        { cpuSeconds: cpuSecondsOf(theirs.server), dialogues: [their.dialogue] },
        slices,
      )
      const what = `${name} ${request.name}`
      measured.set(what, [...(measured.get(what) ?? []), ...pairs])
    }
  }
}

async function start(subject: ServerSubject): Promise<Started> {
  const server = new Child('ommerServer.mjs')
  return { server, address: await server.do<ServerAddress>('listen', subject) }
}
